#!lua
--[[
  Adds a batch of jobs to one group. Idempotent by job id: a job that the group has already is counted as a duplicate and
  changes nothing, so a batch whose reply was lost is simply sent again. Refused as a whole when memory is full.

  KEYS   1 pace HASH pace    2 stats HASH stats    3 aggregating ZSET aggregating-groups
         4 wake_fetcher LIST wake:fetcher    5 unsealed ZSET unsealed-groups
  ARGV   1 prefix    2 group    3 level, '' = keep    4 base priority, '' = keep    5 processor_type    6 seal 1|0
         7 max_rps, '' = keep    8 max_concurrency, '' = keep    9 weight, '' = keep    10 callback url, '' = keep
         11 order (lib/fair)    12 trace context, '' = none    13 fetches_next 1|0, the caller fetches right behind
         14 history int > 0: results kept per group    15 now ms, '' = Redis TIME    then for each job: id, payload
  RETURNS 1 run, or only the word cancelling until a cancelled run has its result    2 accepted    3 duplicates
         4 total_jobs    5 ended 1|0    6 changes of an existing group, e.g. 'level high, was low', '' = none
]]
local pace, stats, aggregating, wake_fetcher, unsealed = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local group, level, base, processor_type = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local seal, max_rps, max_concurrency, weight, callback = ARGV[6], ARGV[7], ARGV[8], ARGV[9], ARGV[10]
local trace, fetches_next, history, FIRST_JOB = ARGV[12], ARGV[13] == '1', tonumber(ARGV[14]), 16
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[11]), now = clock(ARGV[15]) }
-- include wake
-- include job_name
-- include seat
-- include status
-- include tenant
-- include group_changes
-- include result

local prefix, now = queue.prefix, queue.now
local key = prefix .. 'group:' .. group
local meta_key = key .. ':meta'
local meta = redis.call('HMGET', meta_key, 'status', 'run', 'level', 'basePriority', 'totalJobs', 'doneJobs',
  'lastServedAt', 'parked', 'outcome', 'sealed', 'returned', 'maxRps', 'maxConcurrency', 'weight', 'callback', 'firstPosition')
local status, run, old_level, is_parked = meta[1], tonumber(meta[2] or '0'), meta[3], meta[8]
-- why also while it waits for its result: more jobs would reopen the run and undo the cancellation
if status == 'CANCELLING' or (status == 'AGGREGATING' and meta[9] == 'CANCELLED') then return { 'cancelling' } end
local finished = is_finished(status)

local accepted, duplicates, created_at = {}, 0, exact(now)
-- why they go on with the next run: a dead letter of an earlier run that is retried goes before younger jobs
local first_position = tonumber(meta[16] or '0')
local next_position = first_position + tonumber(meta[5] or '0')
if finished then first_position = next_position end
for i = FIRST_JOB, #ARGV, 2 do
  local name = job_name(group, ARGV[i])
  local job_key = prefix .. 'job:' .. name
  local job_status = redis.call('HGET', job_key, 'status')
  if job_status == 'CANCELLED' then -- it may be submitted again
    redis.call('DEL', job_key, prefix .. 'job-attempts:' .. name)
    job_status = nil
  end
  if not job_status then
    redis.call('HSET', job_key, 'processorType', processor_type, 'payload', ARGV[i + 1], 'status', 'PENDING', 'createdAt',
      created_at, 'position', next_position + #accepted)
    if trace ~= '' then redis.call('HSET', job_key, 'trace', trace) end
    accepted[#accepted + 1] = name
  else
    duplicates = duplicates + 1
  end
end

-- why: a batch that was sent before adds nothing; it must not start an empty run, nor reopen a sealed or ended one
if #accepted == 0 and (finished or not status or status == 'AGGREGATING' or seal == '0') then
  return { run, 0, duplicates, tonumber(meta[5] or '0'), 0, '' }
end

local change = {}
local function set(field, value) change[#change + 1], change[#change + 2] = field, value end
-- why: an early batch that is sent again must not open a run that was sealed meanwhile
if #accepted > 0 or seal == '1' then set('sealed', seal) end
if finished then clear_run(queue, group, run, history) end
if not status and tenant_of(group) then join_tenant(queue, group) end
if finished or not status then
  index_status(queue, { group }, status, 'CREATED')
  run = run + 1
  -- why this order: the fields that every script reads come first, because a small hash is searched from its start
  redis.call('HSET', meta_key, 'status', 'CREATED', 'totalJobs', '0', 'doneJobs', '0', 'successCount', '0', 'admitted',
    '0', 'running', '0', 'nonReady', '0', 'failedCount', '0', 'cancelledCount', '0', 'resolvedCount', '0',
    'durationSum', '0', 'run', run, 'createdAt', created_at, 'level', old_level or 'normal', 'basePriority', meta[4] or '0')
  old_level, meta[5], meta[6], is_parked = old_level or 'normal', '0', '0', nil
  if first_position > 0 then set('firstPosition', first_position) end
elseif status == 'AGGREGATING' and #accepted > 0 then
  redis.call('ZREM', aggregating, group)
  redis.call('HDEL', meta_key, 'finishedAt', 'outcome')
  index_status(queue, { group }, status, 'RUNNING')
  set('status', 'RUNNING')
end

local changes = {}
local function note(field, value, old)
  -- why by number: 5 and 5.0 are one limit
  if not status or value == '' or value == old or (old and tonumber(value) and tonumber(value) == tonumber(old)) then
    return
  end
  changes[#changes + 1] = field .. ' ' .. value .. ', was ' .. (old or 'none')
end
note('level', level, meta[3])
note('basePriority', base, meta[4])
note('maxRps', max_rps, meta[12])
note('maxConcurrency', max_concurrency, meta[13])
note('weight', weight, meta[14] or '1')
note('callback', callback, meta[15])

local total, done = tonumber(meta[5]) + #accepted, tonumber(meta[6])
set('totalJobs', total)
if level ~= '' then set('level', level) else level = old_level end
if base ~= '' then set('basePriority', base) else base = meta[4] or '0' end
if max_rps ~= '' then
  set('maxRps', max_rps)
  mark_limited(queue, group, max_rps)
end
if max_concurrency ~= '' then set('maxConcurrency', max_concurrency) end
if weight ~= '' then set('weight', weight) end
if callback ~= '' then set('callback', callback) end

local waiting = 0
if #accepted > 0 then
  waiting = redis.call('RPUSH', key .. ':jobs', unpack(accepted))
  redis.call('HINCRBY', stats, 'enqueued', #accepted)
else
  waiting = redis.call('LLEN', key .. ':jobs')
end
waiting = waiting + tonumber(meta[11] or '0')
if old_level ~= level and not is_parked then leave_ring(queue, group, old_level) end
if waiting > 0 and not is_parked then
  local served_at, since = tonumber(meta[7]), nil
  if waiting == #accepted then -- the group was idle: its waiting starts now
    since = next_serve(pace, now)
    served_at = since
    redis.call('HSET', pace, 'servedAt', exact(served_at))
    set('lastServedAt', exact(served_at))
  end
  local score = score_of(served_at, tonumber(base), boost_of(done, total, queue.order))
  sit(queue, group, { level = level, score = score, since = since })
end
redis.call('HSET', meta_key, unpack(change))
local unparked = (is_parked == 'concurrency' and max_concurrency ~= '') or (is_parked == 'rate' and max_rps ~= '')
if unparked then take_seat(queue, group) end -- its new limits may let it go on; the next fetch checks
if (#accepted > 0 or unparked) and not fetches_next then wake(wake_fetcher) end
if seal == '0' then redis.call('ZADD', unsealed, now, group)
elseif meta[10] == '0' then redis.call('ZREM', unsealed, group) end
local ended = seal == '1' and done >= total and apply_change(queue, group, {})
return { run, #accepted, duplicates, total, ended and 1 or 0, table.concat(changes, '; ') }
