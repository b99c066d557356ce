-- Lets parked groups go on when their time has come.
local MOST_UNPARKED = 200 -- by one call: thousands may be due at the start of a window

-- When the first of those that are parked for a time may go on, nil where there is none.
local function first_parked(parked)
  local first = redis.call('ZRANGE', parked, 0, 0, 'WITHSCORES')
  return first[2] ~= 'inf' and tonumber(first[2]) or nil
end

local function unpark_due(prefix, parked, order, now)
  unpark(prefix, parked, redis.call('ZRANGEBYSCORE', parked, '-inf', now, 'LIMIT', 0, MOST_UNPARKED), order)
end

-- A share that grows within its window is used at once: those that the smaller one had parked may go on.
local function unpark_grown(prefix, parked, pace, window, order)
  local same_window = pace.share_window == window.id
  if same_window and window.share == pace.share then return end
  local groups = {}
  if same_window and window.share > pace.share then
    groups = redis.call('ZRANGEBYSCORE', parked, window.ends, window.ends, 'LIMIT', 0, MOST_UNPARKED)
    unpark(prefix, parked, groups, order)
  end
  if #groups < MOST_UNPARKED then
    set_pace(pace, 'shareWindow', window.id)
    set_pace(pace, 'share', window.share)
  end
end
