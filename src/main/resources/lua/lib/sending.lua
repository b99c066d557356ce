-- Sending windows: hours on the clock of some wall at which jobs may start. Java knows zones, days and exceptions and writes the next
-- openings of every window into each partition (operate/schedule); scripts compare numbers. About times of which nothing is
-- written the window is closed: nothing starts because nobody was there to write.
-- Kept is 'revision zone from until' and then, for the time between these two, 'opens closes' of each opening.

-- name: of a window, or nil or 'none'. Returns a table: opens, when the window opens next, math.huge where nobody knows, nil
-- while it is open; opened and closes, when it did and does; zone, nil if there is no such window.
local function sending_of(queue, name)
  queue.sending = queue.sending or { none = { closes = math.huge } }
  local known = queue.sending[name or 'none']
  if known then return known end
  known = { opens = math.huge }
  queue.sending[name] = known
  local text = redis.call('HGET', queue.prefix .. 'sending-windows', name)
  local zone, from, till, openings = string.match(text or '', '^%S+ (%S+) (%d+) (%d+)(.*)$')
  known.zone = zone
  if not zone or queue.now < tonumber(from) or queue.now >= tonumber(till) then return known end
  for opens, closes in string.gmatch(openings, '(%d+) (%d+)') do
    opens, closes = tonumber(opens), tonumber(closes)
    if queue.now < opens then
      known.opens = opens
      return known
    elseif queue.now < closes then
      known.opens, known.opened, known.closes = nil, opens, closes
      return known
    end
  end
  return known
end
