-- How long a group's denied jobs wait, and how crowded its Non-ready is: both from jobs waiting / jobs per second.
local function backoff_of(waiting, per_second, policy)
  if not policy.enabled then return math.min(policy.default_ms, policy.max_ms) end
  return math.min(policy.max_ms, policy.base_ms + math.floor(waiting / per_second) * 1000)
end

local function congestion_level(waiting, per_second)
  local seconds = waiting / per_second
  if waiting <= 0 then return 'NONE' end
  if seconds < 1 then return 'LOW' end
  if seconds < 2 then return 'MODERATE' end
  if seconds < 10 then return 'HIGH' end
  return 'SEVERE'
end

local function record_congestion(prefix, group, waiting, staged, backoff, per_second, policy, now)
  local key = prefix .. 'congestion:' .. group
  local peak = tonumber(redis.call('HGET', key, 'peak') or '0')
  redis.call('HSET', key, 'lastBackoff', backoff, 'level', congestion_level(waiting, per_second), 'perSecond',
    per_second, 'peak', math.max(peak, waiting), 'lastAt', now)
  redis.call('HINCRBY', key, 'totalStaged', staged)
  redis.call('PEXPIRE', key, policy.retention_ms)
  note_non_ready(prefix, group, waiting)
end
