-- include pace
-- include park
-- Finds the parked groups whose time has come and puts them back into the fair queue.
local MAX_UNPARKED = 200 -- by one call: thousands may be due at the start of a window

-- When the first group that is parked until a time is due, nil where there is none.
local function first_parked(parked)
  local first = redis.call('ZRANGE', parked, 0, 0, 'WITHSCORES')
  return first[2] ~= 'inf' and tonumber(first[2]) or nil
end

local function unpark_due(queue, parked)
  unpark(queue, redis.call('ZRANGEBYSCORE', parked, '-inf', queue.now, 'LIMIT', 0, MAX_UNPARKED))
end

-- A share that grows within its window is used at once: the groups that the smaller share had parked come back.
local function unpark_grown(queue, parked, pace, window)
  local same_window = pace.share_window == window.id
  if same_window and window.share == pace.share then return end
  local groups = {}
  if same_window and window.share > pace.share then
    groups = redis.call('ZRANGEBYSCORE', parked, window.ends, window.ends, 'LIMIT', 0, MAX_UNPARKED)
    unpark(queue, groups)
  end
  if #groups < MAX_UNPARKED then
    set_pace(pace, 'shareWindow', window.id)
    set_pace(pace, 'share', window.share)
  end
end
