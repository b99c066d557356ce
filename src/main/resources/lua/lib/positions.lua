-- Finds the positions of a job in a list. A list may be very long, and no call may search all of it: its two ends are
-- searched here, and what lies between them has been searched in pieces before (seek.lua). Such a search passes on what it
-- found as a text, 'anchor distance distance ...', each distance counted from the anchor towards the front, and those
-- positions are looked at again here.
local SEARCHED_END, MAX_ADDED = 5000, 20000

local function find_anchor(list, anchor)
  return redis.call('LPOS', list, anchor, 'RANK', -1, 'MAXLEN', MAX_ADDED)
end

-- searched: the text of a search, '' = there was none. Returns the positions from the front, and how many jobs between the
-- two ends nobody has looked at.
local function positions_in(list, name, searched)
  local length, is_known, positions = redis.call('LLEN', list), {}, {}
  local function add(at)
    if not is_known[at] then is_known[at], positions[#positions + 1] = true, at end
  end
  for _, at in ipairs(redis.call('LPOS', list, name, 'COUNT', 0, 'MAXLEN', SEARCHED_END)) do add(at) end
  if length <= SEARCHED_END then return positions, 0 end
  for _, at in ipairs(redis.call('LPOS', list, name, 'RANK', -1, 'COUNT', 0, 'MAXLEN', SEARCHED_END)) do add(at) end
  local anchor_at
  for word in string.gmatch(searched, '%S+') do
    if not anchor_at then
      anchor_at = find_anchor(list, word)
      if not anchor_at then break end
    elseif redis.call('LINDEX', list, anchor_at - word) == name then
      add(anchor_at - word)
    end
  end
  table.sort(positions)
  return positions, anchor_at and 0 or math.max(0, length - 2 * SEARCHED_END)
end
