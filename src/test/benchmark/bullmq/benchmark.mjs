// The cases of bulk-action's benchmark (io.bulkaction.benchmark), played by BullMQ with its default settings:
//
//   npm install && node benchmark.mjs redis://127.0.0.1:6379 [--jobs 100000] [--rounds 3]
//
// Open-source BullMQ has no groups: all jobs go through one plain queue, so one drain stands for any number of groups. Its
// jobs end without counters, results of groups or fairness. Prints a table; removes what it wrote. Measure on a calm
// machine, with the same Redis and its settings as bulk-action: compare ratios, not runs on different machines.
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '3' } },
});
const JOBS = Number(values.jobs);
const ROUNDS = Number(values.rounds);
if (positionals.length !== 1 || !(JOBS >= 1000) || !(ROUNDS >= 1)) {
  console.error('usage: node benchmark.mjs <redis-url> [--jobs <at least 1000>] [--rounds <at least 1>]');
  process.exit(2);
}
const [URL] = positionals;
const PAYLOAD = { to: 'x'.repeat(89) }; // 100 bytes of JSON, as bulk-action's benchmark has it
const CHUNK = 250; // jobs in a call and calls at a time, as bulk-action submits
const OVERLAP = 8;

const connect = () => new Redis(URL, { maxRetriesPerRequest: null });
const seconds = (since) => Number(process.hrtime.bigint() - since) / 1e9;
const sleep = (millis) => new Promise((resolve) => setTimeout(resolve, millis));
const at = (sorted, quantile) => sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))];
const median = (numbers) => at([...numbers].sort((a, b) => a - b), 0.5);

const submitting = connect();
const queue = new Queue('benchmark', { connection: submitting, prefix: 'bullmq-benchmark' });

async function submit(count, group) {
  let next = 0;
  const submitter = async () => {
    while (next < count) {
      const size = Math.min(CHUNK, count - next);
      next += size;
      await queue.addBulk(Array.from({ length: size }, () => ({ name: group, data: PAYLOAD })));
    }
  };
  await Promise.all(Array.from({ length: OVERLAP }, submitter));
}

/** Works until `process` has been called with so many jobs and all of them are acknowledged. */
async function work(concurrency, count, process) {
  const worker = new Worker('benchmark', process, {
    connection: connect(), prefix: 'bullmq-benchmark', concurrency, autorun: false,
  });
  let completed = 0;
  await new Promise((resolve, reject) => {
    worker.on('completed', () => ++completed === count && resolve());
    worker.on('failed', (job, error) => reject(error));
    worker.on('error', reject);
    worker.run();
  });
  return worker;
}

async function enqueueRate() {
  const start = process.hrtime.bigint();
  await submit(JOBS, 'enqueue');
  const rate = JOBS / seconds(start);
  await queue.obliterate({ force: true });
  return rate;
}

/** From the first start to the last acknowledgement, of jobs that do nothing. */
async function drainRate(concurrency) {
  await submit(JOBS, 'drain');
  let first;
  const worker = await work(concurrency, JOBS, async () => {
    first ??= process.hrtime.bigint();
  });
  const rate = JOBS / seconds(first);
  await worker.close();
  await queue.obliterate({ force: true });
  return rate;
}

/** Milliseconds from submit to start at 200 jobs a second, sorted. */
async function latencies() {
  const count = 2000;
  const submitted = [];
  const waits = [];
  const worker = work(10, count, async (job) => {
    waits.push(Number(process.hrtime.bigint() - submitted[job.data.i]) / 1e6);
  });
  await sleep(500); // until it waits for work
  const start = process.hrtime.bigint();
  for (let i = 0; i < count; i++) {
    await sleep(Math.max(0, i * 5 - seconds(start) * 1000));
    submitted[i] = process.hrtime.bigint();
    await queue.add('latency', { i });
  }
  await (await worker).close();
  await queue.obliterate({ force: true });
  return waits.sort((a, b) => a - b);
}

/**
 * When the last of 20 small groups behind a giant is done, as a multiple of perfect round robin: from when a tenth of the
 * giant has started. Jobs take 1 ms.
 */
async function lastSmallGroup() {
  const giant = Math.min(50_000, 10 * Math.floor(JOBS / 10));
  const [groups, each] = [20, 50];
  await submit(giant, 'giant');
  for (let i = 0; i < groups; i++) {
    await submit(each, `small-${i}`);
  }
  let started = 0;
  let start;
  let small = 0;
  let lastSmall;
  const worker = await work(10, giant + groups * each, async (job) => {
    if (++started === giant / 10) {
      start = process.hrtime.bigint();
    }
    await sleep(1);
    if (job.name !== 'giant' && ++small === groups * each) {
      lastSmall = seconds(start);
    }
  });
  const rate = (giant * 0.9 + groups * each) / seconds(start);
  await worker.close();
  await queue.obliterate({ force: true });
  return lastSmall / (((groups + 1) * each) / rate);
}

async function rounds(measure) {
  const figures = [];
  for (let i = 0; i < ROUNDS; i++) {
    figures.push(await measure());
  }
  return median(figures);
}

const table = [];
const report = (name, figure) => {
  table.push(`| ${name} | ${figure} |`);
  console.error(`${name}: ${figure}`);
};
const perSecond = (rate) => `${Math.round(rate).toLocaleString('en-US')} jobs/s`;

try {
  await queue.waitUntilReady();
  await queue.obliterate({ force: true });
  await enqueueRate(); // until the compiler has seen it
  await drainRate(10);
  const many = JOBS.toLocaleString('en-US');
  report(`A enqueue ${many} jobs of 100 bytes`, perSecond(await rounds(enqueueRate)));
  for (const concurrency of [10, 50, 100]) {
    report(`B drain ${many} jobs, ${concurrency} workers, no groups`,
      perSecond(await rounds(() => drainRate(concurrency))));
  }
  const waits = await latencies();
  report('C submit to start at 200 jobs/s, p50, p95, p99',
    `${[0.5, 0.95, 0.99].map((quantile) => at(waits, quantile).toFixed(2)).join(', ')} ms`);
  report('F the last of 20 small groups behind a giant, against perfect round robin',
    `${(await lastSmallGroup()).toFixed(1)} ×`);
  const { version } = (await import('bullmq/package.json', { with: { type: 'json' } })).default;
  console.log(`| scenario | BullMQ ${version} |\n|---|---|\n${table.join('\n')}`);
} finally {
  await queue.close();
  submitting.disconnect();
}
process.exit(0);
