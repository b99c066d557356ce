-- include fair
-- include sending
-- When and where a sending window opens next, for people: a time, or 'inf' where nobody knows, and the zone; '' while it is open.
local function opening_of(queue, name)
  local sending = sending_of(queue, name)
  if not sending.opens then return '' end
  return (sending.opens == math.huge and 'inf' or exact(sending.opens)) .. ' ' .. (sending.zone or '')
end
