#!lua flags=allow-oom
--[[
  Cancels a group step by step. The first step marks it; from then on no job of it starts or comes back. Each step looks at
  up to `limit` jobs: pending and scheduled ones first, then Ready from its end. In Non-ready the jobs of one group cannot be found, so the
  caller names candidates. The run ends when its running jobs have ended.

  KEYS   1 ready LIST ready-queue    2 ready_front ZSET ready-front    3 non_ready ZSET non-ready-queue
         4 cancelling SET cancelling-groups    5 unsealed ZSET unsealed-groups
  ARGV   1 prefix    2 group    3 run that is being cancelled, '' = the first step, of whichever run    4 limit int > 0
         5 reason    6 ready_seen, jobs at the end of Ready that earlier steps have passed    7 retention_ms of a cancelled job
         8 order (lib/fair)    9 now ms, '' = Redis TIME    then for each job: name
  RETURNS 1 answer cancelling|finished|missing    2 run    3 pending left    4 ready left    5 non_ready left    6 running
         7 cancelled of the run    8 ready_seen for the next step, -1 if this one reached the front    9 begun 1|0, this
         step marked it
]]
local ready, ready_front, non_ready, cancelling, unsealed = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local group, run, limit, reason = ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5]
local ready_seen, retention_ms, FIRST_JOB = math.max(0, tonumber(ARGV[6])), ARGV[7], 10
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[8]), now = clock(ARGV[9]) }
-- include status
-- include group_changes
-- include cancel
-- include job_name
-- include scheduled

local prefix = queue.prefix
local key = prefix .. 'group:' .. group
local meta_key = key .. ':meta'
local meta = redis.call('HMGET', meta_key, 'status', 'run', 'level', 'admitted', 'running', 'nonReady',
  'cancelledCount', 'parked')
local status, this_run, level, before = meta[1], meta[2], meta[3], tonumber(meta[7] or '0')
local running, non_ready_left = tonumber(meta[5] or '0'), tonumber(meta[6] or '0')
local group_ready = tonumber(meta[4] or '0') - running
if not status then return { 'missing', '0', 0, 0, 0, 0, 0, 0, 0 } end
-- why the run is compared: it may have ended since the last step, and the next run must not be cancelled with it
if has_ended(status) or (run ~= '' and (run ~= this_run or status ~= 'CANCELLING')) then
  return { 'finished', this_run, 0, 0, 0, 0, before, 0, 0 }
end
local begun = status ~= 'CANCELLING'
if begun then
  redis.call('HSET', meta_key, 'status', 'CANCELLING', 'sealed', '1', 'cancelReason', reason)
  redis.call('SADD', cancelling, group)
  give_up_seat(queue, group, level, meta[8])
  redis.call('ZREM', unsealed, group)
  redis.call('ZREM', prefix .. 'scheduled-groups', group) -- its jobs do not come any more
  redis.call('ZREM', prefix .. 'expiring-groups', group)
  index_status(queue, { group }, status, 'CANCELLING')
end
redis.call('HSET', meta_key, 'cancelAt', queue.now) -- another instance continues a cancellation whose last step is old

local cancelled, from_ready, from_non_ready = {}, 0, 0
local function cancel_one(name)
  mark_cancelled(queue, name, retention_ms)
  cancelled[#cancelled + 1] = name
end
local function cancel_waiting(name)
  if redis.call('ZREM', non_ready, name) == 1 then
    cancel_one(name)
    from_non_ready = from_non_ready + 1
  end
end
local returned = limit > 0 and redis.call('ZPOPMIN', key .. ':returned', limit) or {}
for i = 1, #returned, 2 do cancel_one(returned[i]) end
limit = limit - #returned / 2
local pending = limit > 0 and redis.call('LPOP', key .. ':jobs', limit) or {}
for _, name in ipairs(pending) do cancel_one(name) end
limit = limit - #pending
local scheduled = limit > 0 and redis.call('ZPOPMIN', schedule_key(queue, group), limit) or {}
for i = 1, #scheduled, 2 do cancel_one(scheduled[i]) end
limit = limit - #scheduled / 2
if #scheduled > 0 then redis.call('HINCRBY', prefix .. 'stats', 'scheduled', -#scheduled / 2) end

if limit > 0 and group_ready > 0 then
  for _, name in ipairs(redis.call('ZRANGE', ready_front, 0, limit - 1)) do
    limit = limit - 1
    if group_of(name) == group then
      cancel_one(name)
      redis.call('ZREM', ready_front, name)
      from_ready = from_ready + 1
    end
  end
end

-- why from the end: claims shorten Ready at its front, so what they leave keeps its distance from the end
if limit > 0 and group_ready > 0 then
  local size = redis.call('LLEN', ready)
  local last = size - 1 - ready_seen
  local first = math.max(0, last - limit + 1)
  local ids, removed = last >= 0 and redis.call('LRANGE', ready, first, last) or {}, 0
  for i, name in ipairs(ids) do
    if group_of(name) == group then
      cancel_one(name)
      redis.call('LSET', ready, first + i - 1, '')
      removed = removed + 1
    end
  end
  if removed > 0 then redis.call('LREM', ready, -removed, '') end
  from_ready = from_ready + removed
  ready_seen = first > 0 and ready_seen + #ids - removed or -1
end

for i = FIRST_JOB, #ARGV do
  if group_of(ARGV[i]) == group then cancel_waiting(ARGV[i]) end
end
note_closed(queue, group, cancelled)
apply_change(queue, group, { doneJobs = #cancelled, cancelledCount = #cancelled, admitted = -from_ready,
  nonReady = -from_non_ready, returned = -#returned / 2, scheduled = -#scheduled / 2 })
return { 'cancelling', this_run, redis.call('LLEN', key .. ':jobs') + redis.call('ZCARD', key .. ':returned')
  + redis.call('ZCARD', schedule_key(queue, group)),
  group_ready - from_ready, non_ready_left - from_non_ready, running, before + #cancelled, ready_seen,
  begun and 1 or 0 }
