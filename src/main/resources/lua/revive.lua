#!lua flags=allow-oom
--[[
  Gives dead letters another life: each goes to Non-ready, due now, with its retries and recoveries back at zero. The
  run it failed in reopens; when a later run has begun meanwhile, the job joins that one.

  KEYS   1 dead_letters ZSET    2 non_ready ZSET    3 active SET    4 wake_dispatcher LIST
  ARGV   1 prefix    2 alpha    3 max_boost    4 now ms, '' = Redis TIME    then for each job: id
  RETURNS ids that were revived; the others were no dead letters any more
]]
local dead_letters, non_ready, active, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local prefix, order, FIRST_JOB = ARGV[1], { alpha = tonumber(ARGV[2]), max_boost = tonumber(ARGV[3]) }, 5
-- include clock
local now = clock(ARGV[4])
-- include fair
-- include wake
-- include park
-- include status
-- include settle

local function reopen(group, key, status)
  index_status(prefix, group, status, 'RUNNING', now)
  redis.call('HSET', key .. ':meta', 'status', 'RUNNING')
  redis.call('HDEL', key .. ':meta', 'finishedAt', 'outcome')
  redis.call('SADD', active, group)
  redis.call('ZREM', prefix .. 'aggregating-groups', group)
  redis.call('ZREM', prefix .. 'finished-groups', group)
end

local revived, due, changes = {}, {}, new_changes()
for i = FIRST_JOB, #ARGV do
  local id = ARGV[i]
  local key = prefix .. 'job:' .. id
  local job = redis.call('HMGET', key, 'status', 'groupId', 'run', 'errorCode')
  local group = job[2]
  local meta = group and redis.call('HMGET', prefix .. 'group:' .. group .. ':meta', 'status', 'run') or {}
  -- why not into a group that is being cancelled: it would be cancelled at once
  if job[1] == 'FAILED' and meta[1] and meta[1] ~= 'CANCELLING' then
    local group_key = prefix .. 'group:' .. group
    if redis.call('SISMEMBER', active, group) == 0 then reopen(group, group_key, meta[1]) end
    redis.call('HSET', key, 'status', 'WAITING', 'waitReason', 'RETRY', 'retryCount', 0, 'recoveries', 0)
    redis.call('HDEL', key, 'finishedAt')
    redis.call('HINCRBY', group_key .. ':meta', 'deadLetters', -1)
    if job[3] == meta[2] then
      redis.call('HINCRBY', group_key .. ':errors', job[4], -1)
      add_change(changes, group, { doneJobs = -1, failedCount = -1, nonReady = 1 })
    else
      add_change(changes, group, { totalJobs = 1, nonReady = 1 })
    end
    revived[#revived + 1] = id
    due[#due + 1], due[#due + 2] = now, id
  end
end
if #revived > 0 then
  redis.call('ZREM', dead_letters, unpack(revived))
  redis.call('ZADD', non_ready, unpack(due))
  settle_all(prefix, changes, order, now)
  wake(wake_dispatcher)
end
return revived
