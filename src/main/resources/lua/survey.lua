#!lua flags=no-writes
--[[
  Shows how a queue stands at one moment, whatever its size. How many jobs are pending is not stored anywhere: it is
  what the lifetime counters leave over, so it is exact only because all of it is read in one step.

  KEYS   1 high ZSET    2 normal ZSET    3 low ZSET    4 parked ZSET    5 active SET    6 ready LIST    7 non_ready ZSET
         8 in_flight ZSET    9 dead_letters ZSET    10 state HASH    11 stats HASH    12 instances HASH
         13 alerts HASH
  ARGV   1 recent_ms    2 now ms, '' = Redis TIME
  RETURNS {now, groups high, normal, low, parked, active, ready, non-ready, in flight, dead letters, dead letters of the
         last recent_ms, enqueued, completed, buried, cancelled, resolved, revived, corrected, paused '1'|'', pausedAt,
         reason, by, failedJobId, number of instances, then for each: id, info, then for each alert: cause, record}
]]
local high, normal, low, parked, active = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local ready, non_ready, in_flight, dead_letters = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
local state, stats, instances, alerts = KEYS[10], KEYS[11], KEYS[12], KEYS[13]
local recent_ms = tonumber(ARGV[1])
-- include clock
local now = clock(ARGV[2])

local reply = { now, redis.call('ZCARD', high), redis.call('ZCARD', normal), redis.call('ZCARD', low),
  redis.call('ZCARD', parked), redis.call('SCARD', active), redis.call('LLEN', ready), redis.call('ZCARD', non_ready),
  redis.call('ZCARD', in_flight), redis.call('ZCARD', dead_letters),
  redis.call('ZCOUNT', dead_letters, now - recent_ms, '+inf') }
local function add(values, missing)
  for _, value in ipairs(values) do reply[#reply + 1] = value or missing end
end
add(redis.call('HMGET', stats, 'enqueued', 'completed', 'buried', 'cancelled', 'resolved', 'revived', 'corrected'), '0')
add(redis.call('HMGET', state, 'paused', 'pausedAt', 'pauseReason', 'pausedBy', 'failedJobId'), '')
reply[#reply + 1] = redis.call('HLEN', instances)
add(redis.call('HGETALL', instances), '')
add(redis.call('HGETALL', alerts), '')
return reply
