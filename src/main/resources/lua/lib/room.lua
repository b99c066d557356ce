-- Ready is a buffer, not a queue: it holds what the workers take within the target wait, and never more than max_size.
-- Returns the room, the depth and how many jobs the workers take a second.
local function room_in(ready, pace, now, min_depth, max_size, target_wait_ms)
  local rate = now - pace.claimed_at > 1000 and 0 or pace.claim_rate
  local depth = math.min(max_size, math.max(min_depth, math.ceil(rate * target_wait_ms / 1000)))
  return depth - redis.call('LLEN', ready), depth, rate
end
