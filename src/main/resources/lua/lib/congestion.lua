-- include park
-- How long the denied jobs of a group wait, and how crowded its part of Non-ready is. Both follow from the jobs that wait
-- and the jobs per second that the group may start.
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

-- seen: how many jobs were staged, the backoff of the last, and the rate per_second.
local function record_congestion(queue, group, seen, policy)
  local key, waiting = queue.prefix .. 'congestion:' .. group.id, group.non_ready
  local peak = tonumber(redis.call('HGET', key, 'peak') or '0')
  redis.call('HSET', key, 'lastBackoff', seen.backoff, 'level', congestion_level(waiting, seen.per_second), 'perSecond',
    seen.per_second, 'peak', math.max(peak, waiting), 'lastAt', queue.now)
  redis.call('HINCRBY', key, 'totalStaged', seen.staged)
  redis.call('PEXPIRE', key, policy.retention_ms)
  note_non_ready(queue, group.id, waiting)
end
