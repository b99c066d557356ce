// What a fresh start shows: how to submit the first jobs, and an example that shows what the service is for.

import {get, postLines} from '../api.js';
import {h, setShown, setText} from '../dom.js';
import {reportOutcome} from '../messages.js';
import {actionButton} from '../parts.js';
import {refreshQueues} from '../queues.js';
import {address} from '../routes.js';
import {t} from '../words.js';

const QUEUE = 'default';
const PROCESSOR = 'SIMULATE';
const GIANT_JOBS = 4_000;
const CUSTOMERS = 15;
const PACE = 1_000;

/** @returns {{node, update(statuses)}}: shown while nothing has ever been submitted, or the example is played */
export function welcome() {
    let isPlaying = false;
    let isAsking = false;
    const playButton = actionButton(t('welcome.play'), 'primary', play, {'data-needs': 'SUBMIT', disabled: true});
    const note = h('p', {class: 'quiet note', role: 'status'});
    const node = h('section', {class: 'card', 'aria-labelledby': 'welcome-title', hidden: true},
        h('h2', {id: 'welcome-title'}, t('welcome.title')),
        h('p', {}, t('welcome.text')),
        h('div', {class: 'buttons'},
            h('a', {class: 'button', href: address('submit')}, t('welcome.submit')),
            playButton), note);

    function update(statuses) {
        setShown(node, isPlaying || (statuses.length > 0 && statuses.every(isUntouched)));
        if (!node.hidden && !isPlaying && !isAsking) {
            askWhetherItCanBePlayed();
        }
    }

    async function askWhetherItCanBePlayed() {
        isAsking = true;
        try {
            const {items} = await get('/admin/queue/instances', {queue: QUEUE});
            playButton.disabled = !items.some(each => each.alive && each.processorTypes.includes(PROCESSOR));
            setText(note, t(playButton.disabled ? 'welcome.off' : 'welcome.note'));
        } catch {
            // why: whether the server answers is noticed by the poll of the queues
        } finally {
            isAsking = false;
        }
    }

    async function play() {
        isPlaying = true;
        await reportOutcome(async () => {
            await submit('example-giant', GIANT_JOBS);
            refreshQueues();
            for (let number = 1; number <= CUSTOMERS; number++) {
                await new Promise(resolve => setTimeout(resolve, PACE));
                await submit('example-small-' + String(number).padStart(2, '0'), 10 + number * 7 % 41);
            }
            return t('welcome.played', CUSTOMERS);
        });
        isPlaying = false;
    }

    return {node, update};
}

function isUntouched({waiting, active, delayed, failed, completed}) {
    return waiting + active + delayed + failed + completed === 0;
}

/** Simulated jobs: they wait a moment and do nothing. */
function submit(groupId, jobs) {
    const line = JSON.stringify({payload: {durationMs: 40}}) + '\n';
    return postLines('/api/bulk-actions', {queue: QUEUE, groupId, processorType: PROCESSOR}, line.repeat(jobs));
}
