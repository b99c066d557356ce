#!lua flags=allow-oom
--[[
  Gives dead letters another life: each goes to Non-ready, due now, with its retries and recoveries back at zero. They
  keep the order they are named in. The run a job failed in reopens; when a later run has begun meanwhile, the job joins
  that one.

  KEYS   1 non_ready ZSET    2 active SET    3 stats HASH    4 wake_dispatcher LIST
  ARGV   1 prefix    2 order (lib/fair)    3 now ms, '' = Redis TIME    then for each job: id
  RETURNS ids that were revived; the others are no dead letters any more, or their group is gone or being cancelled
]]
local non_ready, active, stats, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local prefix, FIRST_JOB = ARGV[1], 4
-- include fair
local order = fair_order(ARGV[2])
-- include clock
local now = clock(ARGV[3])
-- include wake
-- include park
-- include status
-- include settle
-- include deadletter

local function reopen(group, key, status)
  index_status(prefix, group, status, 'RUNNING', now)
  redis.call('HSET', key .. ':meta', 'status', 'RUNNING')
  redis.call('HDEL', key .. ':meta', 'finishedAt', 'outcome')
  redis.call('SADD', active, group)
  redis.call('ZREM', prefix .. 'aggregating-groups', group)
  redis.call('ZREM', prefix .. 'finished-groups', group)
end

local function uncount_error(errors, code)
  if redis.call('HINCRBY', errors, code, -1) <= 0 then redis.call('HDEL', errors, code, 'example:' .. code) end
end

local revived, due, changes = {}, {}, new_changes()
for i = FIRST_JOB, #ARGV do
  local id = ARGV[i]
  local key = prefix .. 'job:' .. id
  local job = redis.call('HMGET', key, 'status', 'groupId', 'run', 'errorCode', 'processorType')
  local group, code = job[2], job[4] or ''
  local meta = group and redis.call('HMGET', prefix .. 'group:' .. group .. ':meta', 'status', 'run') or {}
  -- why not into a group that is being cancelled: it would be cancelled at once
  if job[1] == 'FAILED' and meta[1] and meta[1] ~= 'CANCELLING' then
    local group_key = prefix .. 'group:' .. group
    if redis.call('SISMEMBER', active, group) == 0 then reopen(group, group_key, meta[1]) end
    redis.call('HSET', key, 'status', 'WAITING', 'waitReason', 'RETRY', 'retryCount', 0, 'recoveries', 0)
    redis.call('HDEL', key, 'finishedAt')
    remove_dead_letter(prefix, id, group, code, job[5] or '')
    redis.call('HINCRBY', group_key .. ':meta', 'deadLetters', -1)
    if job[3] == meta[2] then
      uncount_error(group_key .. ':errors', code)
      add_change(changes, group, { doneJobs = -1, failedCount = -1, nonReady = 1 })
    else
      add_change(changes, group, { totalJobs = 1, nonReady = 1 })
    end
    revived[#revived + 1] = id
    -- why a millisecond back: due at once, and the fractions keep the order
    due[#due + 1], due[#due + 2] = exact(now - 1 + #revived * STEP), id
  end
end
if #revived > 0 then
  redis.call('ZADD', non_ready, unpack(due))
  redis.call('HINCRBY', stats, 'revived', #revived)
  settle_all(prefix, changes, order, now)
  wake(wake_dispatcher)
end
return revived
