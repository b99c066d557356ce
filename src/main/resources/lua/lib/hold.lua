-- include fair
-- include sending
-- A hold: why a group may not be served although it has jobs, until a time or an event. Each reason has a field of its own in
-- the group's meta, and they combine: the group is held until the last of them is over. A time of a hold was given by a person
-- or follows from one, so it means what the clock of Redis says then, also after that has jumped.
local HOLDS = { -- what a person wants to know first comes first
  { field = 'pausedAt', why = 'paused' }, -- until a person resumes the group
  { field = 'after', why = 'after' }, -- until the runs of others have ended (lua/run/proceed)
  { field = 'startAt', why = 'scheduled', is_time = true },
  { field = 'sendingWindow', why = 'window', is_window = true }, -- until its sending window opens; of the group, not of its run
}
local HOLD_FIELDS = {}
for i, hold in ipairs(HOLDS) do HOLD_FIELDS[i] = hold.field end

-- values: of HOLD_FIELDS, from the first-th on. Returns why and until when, 'inf' for an event; nothing where it is not held.
local function hold_of(queue, values, first)
  local why, until_when
  for i, hold in ipairs(HOLDS) do
    local value = values[first + i - 1]
    local at = value and (hold.is_time and number_of(value) or math.huge)
    if value and hold.is_window then at = sending_of(queue, value).opens end
    if at and at > queue.now then why, until_when = why or hold.why, math.max(until_when or 0, at) end
  end
  return why, until_when == math.huge and 'inf' or until_when
end

-- Of a group that is not held: the fields whose time is over. They go, so that a clock that jumps back does not hold it again.
local function over_holds(values, first)
  local over = {}
  for i, field in ipairs(HOLD_FIELDS) do
    if values[first + i - 1] and not HOLDS[i].is_window then over[#over + 1] = field end
  end
  return over
end
