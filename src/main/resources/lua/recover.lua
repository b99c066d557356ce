#!lua flags=allow-oom
--[[
  Puts back jobs whose lease ran out: their instance is gone, or too slow to be told from gone. Due now, so that the
  dispatcher gives each a token before it runs again. A job that was recovered too often is poison and is buried.

  KEYS   1 in_flight ZSET    2 non_ready ZSET    3 wake_dispatcher LIST
  ARGV   1 prefix    2 limit int > 0    3 max_recoveries    4 order (lib/fair)    5 pause 1|0
         6 retention_ms of a cancelled job    7 now ms, '' = Redis TIME
  RETURNS {recovered, buried, groups whose run this ended...}
]]
local in_flight, non_ready, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3]
local prefix, limit, max_recoveries = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local pause = ARGV[5] == '1'
local retention_ms = ARGV[6]
-- include fair
local order = fair_order(ARGV[4])
-- include clock
local now = clock(ARGV[7])
-- include wake
-- include park
-- include status
-- include settle
-- include fence
-- include failure
-- include deadletter
-- include bury
-- include cancel

local expired = redis.call('ZRANGEBYSCORE', in_flight, '-inf', now, 'LIMIT', 0, limit)
if #expired == 0 then return { 0, 0 } end
local due, buried, changes = {}, 0, new_changes()
local claims = read_claims(prefix, expired, 1, 1)
for _, id in ipairs(expired) do
  local key = prefix .. 'job:' .. id
  local job = redis.call('HMGET', key, 'groupId', 'recoveries', 'attempts', 'processorType')
  local group, recoveries = job[1], tonumber(job[2] or '0') + 1
  local attempt, started = string.match(claims[id] or (job[3] or '0') .. ' ' .. now, '^(%d+) (%d+)')
  if group then redis.call('HSET', key, 'attempts', attempt, 'startedAt', started) end
  if group and is_cancelling(prefix, group) then
    cancel_job(prefix, id, retention_ms, now)
    add_change(changes, group, { doneJobs = 1, cancelledCount = 1, admitted = -1, running = -1 })
  elseif group and recoveries > max_recoveries then
    local message = 'its instance was lost ' .. recoveries .. ' times while it ran'
    record_failure(prefix, id, attempt, 'POISON', message, '', now)
    redis.call('HSET', key, 'recoveries', recoveries)
    bury_job(prefix, id, group, 'POISON', message, now)
    if pause then pause_on_failure(prefix, id, job[4] .. '_FAILED', now) end
    add_change(changes, group, { doneJobs = 1, failedCount = 1, admitted = -1, running = -1 })
    buried = buried + 1
  elseif group then
    redis.call('HSET', key, 'status', 'WAITING', 'waitReason', 'RECOVERED', 'recoveries', recoveries)
    due[#due + 1], due[#due + 2] = now, id
    add_change(changes, group, { admitted = -1, running = -1, nonReady = 1 })
  end
end
leave_flight(prefix, in_flight, expired)
if #due > 0 then
  redis.call('ZADD', non_ready, unpack(due))
  wake(wake_dispatcher)
end
return settle_all(prefix, changes, order, now, { #due / 2, buried })
