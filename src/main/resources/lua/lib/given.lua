-- What a submit says of its group, by name. What it does not say stays as it is.
local GIVEN = { 'level', 'basePriority', 'maxRps', 'maxConcurrency', 'weight', 'callback', 'startAt', 'after', 'sendingWindow' }
local OF_A_NEW_GROUP = { 'owner', 'ownerGroups' }

-- As people may read it: the query of a callback often has a token in it.
local function shown(field, value)
  return field == 'callback' and string.gsub(value, '%?.*', '?***') or value
end

-- set: writes a field. before: the fields of a group that was there, else nil. Returns what is different now, in words.
local function apply_given(given, set, before)
  local changes = {}
  for _, field in ipairs(GIVEN) do
    local value, old = given[field], before and before[field]
    if value then
      set(field, value)
      -- why by number: 5 and 5.0 are one limit
      local is_same = value == old or (old and tonumber(value) and tonumber(value) == tonumber(old))
      if before and not is_same then changes[#changes + 1] = field .. ' ' .. shown(field, value) .. ', was ' .. shown(field, old or 'none') end
    end
  end
  for _, field in ipairs(OF_A_NEW_GROUP) do
    if given[field] and not before then set(field, given[field]) end
  end
  return table.concat(changes, '; ')
end

-- What a run was told before, by an earlier batch of the same submit, means nothing: a person may have changed the time since,
-- and what the group waited for may be over. said: what it was told last.
local function drop_known(given, said, set)
  for field, note in pairs({ startAt = 'startGiven', after = 'afterGiven' }) do
    if given[field] and given[field] == said[field] then given[field] = nil
    elseif given[field] then set(note, given[field]) end
  end
end
