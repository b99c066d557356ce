-- How crowded a group is that must wait for tokens: how many of its jobs wait, and how long the last of them will have to.

-- text: 'enabled base_ms max_ms default_ms retention_ms'
local function congestion_policy(text)
  local enabled, base, most, default, retention = string.match(text, '^(%S+) (%S+) (%S+) (%S+) (%S+)$')
  return { is_enabled = enabled == '1', base_ms = tonumber(base), max_ms = tonumber(most), default_ms = tonumber(default),
    retention_ms = retention }
end

local function backoff_of(waiting, per_second, policy)
  if not policy.is_enabled then return math.min(policy.default_ms, policy.max_ms) end
  return math.min(policy.max_ms, policy.base_ms + math.floor(waiting / per_second) * 1000)
end

-- group: its id, how many of its jobs wait and how many a second may start.
local function record_congestion(queue, group, policy)
  local key, waiting = queue.prefix .. 'congestion:' .. group.id, group.waiting
  local peak = tonumber(redis.call('HGET', key, 'peak') or '0')
  redis.call('HSET', key, 'waiting', waiting, 'peak', math.max(peak, waiting), 'lastBackoff',
    backoff_of(waiting, group.per_second, policy))
  redis.call('HINCRBY', key, 'totalDenied', 1)
  redis.call('PEXPIRE', key, policy.retention_ms)
  redis.call('ZADD', queue.prefix .. 'congested-groups', waiting / group.per_second, group.id)
end
