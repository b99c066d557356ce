#!lua flags=allow-oom
--[[
  Cancels a group step by step. The first step marks it, so that from then on nothing of it starts or comes back; each
  step then cancels up to `limit` of its pending and staged jobs, and with the last of them those in Ready. The caller
  names candidates in Non-ready, where a group's jobs cannot be found by themselves. The run ends when its running jobs
  have ended.

  KEYS   1 ready LIST    2 non_ready ZSET    3 parked ZSET    4 cancelling SET
  ARGV   1 prefix    2 group    3 limit int > 0    4 reason    5 retention_ms of a cancelled job    6 alpha
         7 max_boost    8 now ms, '' = Redis TIME    then for each job: id
  RETURNS {word, cancelled, pending left, non-ready left, running, ended 1|0}; word is cancelling, finished or missing
]]
local ready, non_ready, parked, cancelling = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local prefix, group, limit, reason, retention_ms = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local order, FIRST_JOB = { alpha = tonumber(ARGV[6]), max_boost = tonumber(ARGV[7]) }, 9
-- include clock
local now = clock(ARGV[8])
-- include fair
-- include wake
-- include park
-- include settle
-- include cancel

local key = prefix .. 'group:' .. group
local meta = redis.call('HMGET', key .. ':meta', 'status', 'level')
local status = meta[1]
if not status then return { 'missing', 0, 0, 0, 0, 0 } end
if status == 'COMPLETED' or status == 'FAILED' or status == 'CANCELLED' or status == 'AGGREGATING' then
  return { 'finished', 0, 0, 0, 0, 0 }
end
if status ~= 'CANCELLING' then
  redis.call('HSET', key .. ':meta', 'status', 'CANCELLING', 'sealed', '1', 'cancelReason', reason)
  redis.call('HDEL', key .. ':meta', 'parked')
  redis.call('SADD', cancelling, group)
  redis.call('ZREM', prefix .. 'fair-queue:' .. meta[2], group)
  redis.call('ZREM', parked, group)
end

local change = { doneJobs = 0, cancelledCount = 0, admitted = 0, nonReady = 0 }
local function cancel_one(id)
  cancel_job(prefix, id, retention_ms, now)
  change.doneJobs, change.cancelledCount = change.doneJobs + 1, change.cancelledCount + 1
end
local function cancel_list(list, from_non_ready)
  local ids = limit > 0 and redis.call('LPOP', list, limit) or {}
  limit = limit - #ids
  for _, id in ipairs(ids) do cancel_one(id) end
  if from_non_ready and #ids > 0 then
    redis.call('ZREM', non_ready, unpack(ids))
    change.nonReady = change.nonReady - #ids
  end
end
cancel_list(key .. ':jobs', false)
cancel_list(key .. ':staged', true)

if limit > 0 then -- Ready is as short as the workers are quick: one pass rebuilds it without the group
  local stay, gone = {}, 0
  for _, id in ipairs(redis.call('LRANGE', ready, 0, -1)) do
    if redis.call('HGET', prefix .. 'job:' .. id, 'groupId') == group then
      cancel_one(id)
      gone = gone + 1
    else
      stay[#stay + 1] = id
    end
  end
  if gone > 0 then
    change.admitted = -gone
    redis.call('DEL', ready)
    for first = 1, #stay, 1000 do redis.call('RPUSH', ready, unpack(stay, first, math.min(first + 999, #stay))) end
  end
end

for i = FIRST_JOB, #ARGV do
  local id = ARGV[i]
  local job = redis.call('HMGET', prefix .. 'job:' .. id, 'groupId', 'status')
  if job[1] == group and redis.call('ZREM', non_ready, id) == 1 then
    if job[2] == 'PENDING' then redis.call('LREM', key .. ':staged', 1, id) end
    cancel_one(id)
    change.nonReady = change.nonReady - 1
  end
end
local ended = settle(prefix, group, change, order, now)
local left = redis.call('HMGET', key .. ':meta', 'nonReady', 'running')
return { 'cancelling', change.cancelledCount, redis.call('LLEN', key .. ':jobs'), tonumber(left[1]), tonumber(left[2]),
  ended and 1 or 0 }
