-- How much may enter Ready. Ready is a buffer, not a queue: it holds what the workers take within the target wait, at least
-- min and never more than max.

-- wanted: min, max, target_wait_ms. Returns the room, the depth and how many jobs the workers take a second.
local function room_in(ready, pace, wanted, now)
  local rate = now - pace.claimed_at > 1000 and 0 or pace.claim_rate
  local depth = math.min(wanted.max, math.max(wanted.min, math.ceil(rate * wanted.target_wait_ms / 1000)))
  return depth - redis.call('LLEN', ready), depth, rate
end
