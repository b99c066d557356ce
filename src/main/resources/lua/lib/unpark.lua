-- include fair
-- include seat
-- include tenant
-- Finds the parked groups and tenants whose time has come and puts them back into the fair queue.
local MAX_UNPARKED = 50 -- by one call: thousands may be due at the same time

-- When the first group that is parked until a time is due, nil where there is none.
local function first_due(parked)
  local first = redis.call('ZRANGE', parked, 0, 0, 'WITHSCORES')
  return first[2] and first[2] ~= 'inf' and tonumber(first[2]) or nil
end

-- Returns how many.
local function unpark_between(queue, parked, from, to)
  local left, groups = MAX_UNPARKED, {}
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', parked, from, to, 'LIMIT', 0, MAX_UNPARKED)) do
    if left <= 0 then break end
    left = left - (is_tenant(id) and 3 or 1) -- a tenant costs as much as several groups
    if is_tenant(id) then unpark_tenant(queue, id) else groups[#groups + 1] = id end
  end
  if #groups > 0 then redis.call('ZREM', parked, unpack(groups)) end -- why here too: one that gets no seat would be due for ever
  for _, id in ipairs(groups) do take_seat(queue, id) end
  return MAX_UNPARKED - left
end

-- longest_ms: nobody is parked for longer, so whoever is was parked before the clock went back. Returns when the first of
-- those that stay is due, nil where there is none.
local function unpark_due(queue, parked, longest_ms)
  local first, unparked = first_due(parked), 0
  if not first then return nil end
  if first <= queue.now then unparked = unpark_between(queue, parked, '-inf', queue.now) end
  unparked = unparked + unpark_between(queue, parked, '(' .. exact(queue.now + longest_ms), '(+inf')
  return unparked > 0 and first_due(parked) or first
end

-- Lets the groups go on whose hold is over. Returns how many, and when the next is due, nil where there is none.
local function end_due_holds(queue, held)
  local first = first_due(held)
  if not first or first > queue.now then return 0, first end
  return unpark_between(queue, held, '-inf', queue.now), first_due(held)
end
