-- When jobs succeeded: completed-order has them in that order, and claims the time of each (lib/claim_entry).
local function ended_at(completed_order, claims, index)
  local entry = redis.call('HGET', claims, redis.call('LINDEX', completed_order, index) or '')
  return tonumber(string.match(entry or '', '^%d+ %d+ (%d+) ') or '0')
end

-- How many of those that are kept had succeeded by a time, found by halving.
local function ended_until(completed_order, claims, at)
  local low, high = 0, redis.call('LLEN', completed_order)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if ended_at(completed_order, claims, middle) <= at then low = middle + 1 else high = middle end
  end
  return low
end
