#!lua flags=no-writes
--[[
  Shows the numbers of a queue at one moment, whatever its size. How many jobs are pending is not stored anywhere: it is
  what the lifetime counters leave over, so it is exact only because all of it is read in one step.

  KEYS   1 high ZSET fair-queue:high    2 normal ZSET fair-queue:normal    3 low ZSET fair-queue:low
         4 parked ZSET parked-groups    5 active SET active-groups    6 ready LIST ready-queue
         7 non_ready ZSET non-ready-queue    8 in_flight ZSET in-flight    9 dead_letters ZSET dead-letter-queue
         10 state HASH state    11 stats HASH stats    12 instances HASH instances    13 alerts HASH alerts
  ARGV   1 recent_ms    2 now ms, '' = Redis TIME
  RETURNS 1 now    2 high groups    3 normal groups    4 low groups    5 parked groups    6 active groups    7 ready
         8 non_ready    9 in_flight    10 dead_letters    11 recent_dead_letters, those of the last recent_ms
         12 enqueued    13 completed    14 failed    15 cancelled    16 resolved    17 retried    18 corrected
         19 paused 1|0    20 paused_at    21 pause_reason    22 paused_by    23 failed_job_id
         24 instances, a list of id and info in turn    25 alerts, a list of cause and record in turn
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
add(redis.call('HMGET', stats, 'enqueued', 'completed', 'failed', 'cancelled', 'resolved', 'retried', 'corrected'), '0')
reply[#reply + 1] = redis.call('HGET', state, 'paused') == '1' and 1 or 0
add(redis.call('HMGET', state, 'pausedAt', 'pauseReason', 'pausedBy', 'failedJobId'), '')
reply[#reply + 1] = redis.call('HGETALL', instances)
reply[#reply + 1] = redis.call('HGETALL', alerts)
return reply
