#!lua
--[[
  Adds a batch of jobs to one group. Idempotent by job id: a job that the group has already is counted as a duplicate and
  changes nothing, so a batch whose reply was lost is simply sent again. Refused as a whole when memory is full.

  KEYS   1 pace HASH pace    2 stats HASH stats    3 aggregating ZSET aggregating-groups
         4 wake_fetcher LIST wake:fetcher    5 unsealed ZSET unsealed-groups    6 wake_dispatcher LIST wake:dispatcher
  ARGV   1 prefix    2 group    3 processor_type    4 seal 1|0    5 given (lib/lines): level, basePriority, maxRps,
         maxConcurrency, weight, callback, startAt ms, after, sendingWindow, expiresAt ms of its jobs, labels (lib/labels); what is left
         out stays as it is; owner, ownerGroups of a new group, knows (the owner it may have, if not any), kept 1 within the bounds of the group (lib/bounds); account, bytes 1|0, opens 1|0, until ms: of a reservation
         (flow/reserve); partitions of the queue, as the caller knows it    6 order (lib/fair)    7 trace context, '' = none    8 fetches_next 1|0, the caller fetches right
         behind    9 history int > 0: results kept per group    10 now ms, '' = Redis TIME    then for each job: id, payload,
         more (lib/lines: fields of its hash; size of the payload if it counts for an account; runAt ms
         or, instead, delay ms; expiresAt ms or ttl ms)
  RETURNS 1 run, or only a word (lib/admission)    2 accepted    3 duplicates    4 total_jobs    5 ended 1|0    6 changes of an
         existing group, e.g. 'level high, was low', '' = none    7 opened 1|0, a group for the account    8 totals of its book,
         '' = none    9 bytes accepted for it
]]
local pace, stats, aggregating, wake_fetcher, unsealed, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local group, processor_type, seal, trace, fetches_next = ARGV[2], ARGV[3], ARGV[4], ARGV[7], ARGV[8] == '1'
local history, FIRST_JOB, WIDTH = tonumber(ARGV[9]), 11, 3
-- include fair
-- include clock
-- include lines
-- include given
-- include labels
local given = read_lines(ARGV[5])
local queue = { prefix = ARGV[1], order = fair_order(ARGV[6]), now = clock(ARGV[10]) }
-- include wake
-- include new_jobs
-- include seat
-- include status
-- include tenant
-- include group_changes
-- include account
-- include admission
-- include result
-- include scheduled
-- include bounds

local prefix, now, key = queue.prefix, queue.now, queue.prefix .. 'group:' .. group
local meta_key = key .. ':meta'
local meta = redis.call('HMGET', meta_key, 'status', 'run', 'level', 'basePriority', 'totalJobs', 'doneJobs', 'lastServedAt',
  'parked', 'outcome', 'sealed', 'returned', 'maxRps', 'maxConcurrency', 'weight', 'callback', 'firstPosition', 'startAt', 'owner',
  'ownerGroups', 'labels', 'account', 'bytes', 'after', 'partly', 'sendingWindow', 'bounds', 'startGiven', 'afterGiven')
local status, run, old_level, is_parked = meta[1], tonumber(meta[2] or '0'), meta[3], meta[8]
local other = other_partitions(queue, given)
if other then return { 'repartitioned', other } end
local finished, account = is_finished(status), meta[21] or nil
local opens, refusal = opened_by(status, given, { outcome = meta[9], owner = meta[18], owner_groups = meta[19], account = account,
  partly = meta[24], now = now })
if refusal then return refusal end
local is_first = finished or not status or not account -- whose jobs count for anybody
if is_first or meta[24] then account = given.account end

-- why they go on with the next run: a dead letter of an earlier run that is retried goes before younger jobs
local first_position = tonumber(meta[16] or '0')
local next_position = first_position + tonumber(meta[5] or '0')
if finished then first_position = next_position end
local batch = open_batch({ group = group, processor_type = processor_type, trace = trace, created_at = exact(now),
  position = next_position, expires_at = tonumber(given.expiresAt) })
for i = FIRST_JOB, #ARGV, WIDTH do
  add_job(queue, batch, { id = ARGV[i], payload = ARGV[i + 1], more = ARGV[i + 2] })
end
local accepted, at_once, later, duplicates = batch.accepted, batch.at_once, batch.later, batch.duplicates

-- why: a batch that was sent before adds nothing; it must not start an empty run, nor reopen a sealed or ended one
if #accepted == 0 and (finished or not status or status == 'AGGREGATING' or seal == '0') then
  redis.call('HINCRBY', stats, 'enqueued', 0) -- why: replicas confirm what the caller's connection has written
  return { run, 0, duplicates, tonumber(meta[5] or '0'), 0, '', 0, '', 0 }
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
    'durationSum', '0', 'run', run, 'createdAt', exact(now), 'level', old_level or 'normal', 'basePriority', meta[4] or '0')
  old_level, meta[5], meta[6], is_parked = old_level or 'normal', '0', '0', nil
  if first_position > 0 then set('firstPosition', first_position) end
elseif status == 'AGGREGATING' and #accepted > 0 then
  redis.call('ZREM', aggregating, group)
  redis.call('HDEL', meta_key, 'finishedAt', 'outcome')
  index_status(queue, { group }, status, 'RUNNING')
  set('status', 'RUNNING')
end
-- why not for a batch that adds nothing: it was sent before, and a person may have changed the time since
if #accepted == 0 then given.startAt, given.after = nil, nil end
drop_known(given, status and not finished and { startAt = meta[27], after = meta[28] } or {}, set)
local is_held_anew = given.startAt or given.after or status == 'AGGREGATING' -- a pause of its run still holds

local before = status and { level = meta[3], basePriority = meta[4], maxRps = meta[12], maxConcurrency = meta[13],
  weight = meta[14] or '1', callback = meta[15], startAt = meta[17], after = meta[23], sendingWindow = meta[25] or 'none' }
if given.kept and meta[26] then keep_within(read_bounds(meta[26]), given, before) end
local changes = apply_given(given, set, before)
local level, base = given.level or old_level, tonumber(given.basePriority or meta[4] or '0')
if given.labels and given.labels ~= meta[20] then
  index_labels(queue, group, meta[20], given.labels)
  set('labels', given.labels)
end
local totals, bytes = book_batch(queue, account, set, { is_new = is_first, is_partly = is_first and status and not finished,
  opens = opens, jobs = #accepted, bytes = batch.bytes, bytes_before = meta[22], counts_bytes = given.bytes == '1' })
local total, done = tonumber(meta[5]) + #accepted, tonumber(meta[6])
set('totalJobs', total)

if #accepted > 0 then redis.call('HINCRBY', stats, 'enqueued', #accepted) end
local waiting = #at_once > 0 and redis.call('RPUSH', key .. ':jobs', unpack(at_once)) or redis.call('LLEN', key .. ':jobs')
if next(batch.expiries) then
  note_expiries(queue, group, batch.expiries)
  set('expires', '1')
end
if #later > 0 then
  redis.call('ZADD', schedule_key(queue, group), unpack(later))
  index_scheduled(queue, group)
  redis.call('HINCRBY', meta_key, 'scheduled', #later / 2)
  redis.call('HINCRBY', stats, 'scheduled', #later / 2)
end
waiting = waiting + tonumber(meta[11] or '0')
if old_level ~= level and not is_parked then leave_ring(queue, group, old_level) end
if waiting > 0 and not is_parked then
  local served_at, since = tonumber(meta[7]), nil
  if waiting == #at_once then -- the group was idle: its waiting starts now
    since = next_serve(pace, now)
    redis.call('HSET', pace, 'servedAt', exact(since))
    set('lastServedAt', exact(since))
  end
  local score = score_of(since or served_at, base, boost_of(done, total, queue.order))
  sit(queue, group, { level = level, score = score, since = since })
end
redis.call('HSET', meta_key, unpack(change))
if given.sendingWindow == 'none' then redis.call('HDEL', meta_key, 'sendingWindow') end
if given.maxRps or given.sendingWindow then mark_rate(queue, group, given.maxRps or meta[12] or 0, is_parked) end
local unparked = (is_parked == 'concurrency' and given.maxConcurrency) or (is_parked == 'rate' and given.maxRps)
local may_be_closed = (given.sendingWindow or meta[25]) and (is_parked == 'held' or (not is_parked and waiting > 0))
-- its new limits may let it go on, the next fetch checks; or a hold begins or ends
local is_held = (unparked or is_held_anew or may_be_closed) and take_seat(queue, group)
if given.startAt or #later > 0 or next(batch.expiries) then wake(wake_dispatcher) end
if given.after then redis.call('ZADD', prefix .. 'after-groups', now, group) end
if (#at_once > 0 or unparked) and not (fetches_next or is_held) then wake(wake_fetcher) end
if seal == '0' then redis.call('ZADD', unsealed, now, group)
elseif meta[10] == '0' then redis.call('ZREM', unsealed, group) end
local ended = seal == '1' and done >= total and apply_change(queue, group, {})
return { run, #accepted, duplicates, total, ended and 1 or 0, changes, totals ~= '' and opens and 1 or 0, totals, bytes }
