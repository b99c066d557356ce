-- include tenant
-- Which groups and tenants a claim looks at more closely.
local function mark_limited(queue, id, is_limited)
  local limited = queue.prefix .. 'limited-groups'
  if is_limited then redis.call('SADD', limited, id)
  elseif redis.call('SREM', limited, id) == 1 then redis.call('ZREM', queue.prefix .. 'congested-groups', id) end
end

-- For new limits. One that is held or paused, or that drains after that, stays marked whatever its rate: a claim must not start
-- what of it is in Ready. So does one with a sending window, because a claim must see that it has closed.
local function mark_rate(queue, id, max_rps, parked)
  local kept = redis.call('HMGET', meta_key(queue, id), 'draining', 'sendingWindow')
  local stays = parked == 'held' or parked == 'paused' or kept[1] or kept[2]
  mark_limited(queue, id, stays or tonumber(max_rps) > 0)
end
