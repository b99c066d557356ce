-- Limits that somebody who is kept to no groups has set for a group or a tenant bind whoever is kept to some: as text
-- '<maxRps> <maxConcurrency> <weight> <sendingWindow>', with 0, 0, 100 and none where nothing binds.
local UNBOUND = '0 0 100 none'
local BOUND = { 'maxRps', 'maxConcurrency', 'weight', 'sendingWindow' }

local function read_bounds(text)
  local bounds = {}
  bounds.maxRps, bounds.maxConcurrency, bounds.weight, bounds.sendingWindow =
    string.match(text or UNBOUND, '^(%S+) (%S+) (%S+) (%S+)$')
  return bounds
end

-- old: what the field is now; to ask for that again is no more than that.
local function is_within(bounds, field, wanted, old)
  local bound, value = bounds[field], tonumber(wanted)
  if wanted == old or (value and value == tonumber(old)) then return true end
  if field == 'sendingWindow' then return bound == 'none' or wanted == bound end
  if field == 'weight' then return value <= tonumber(bound) end
  return tonumber(bound) == 0 or (value > 0 and value <= tonumber(bound))
end

-- Takes out of what is wanted, by field, whatever is beyond the bounds. Returns whether there was something; '' asks for nothing.
local function keep_within(bounds, wanted, old)
  local is_beyond = false
  for _, field in ipairs(BOUND) do
    if (wanted[field] or '') ~= '' and not is_within(bounds, field, wanted[field], old[field]) then
      wanted[field], is_beyond = nil, true
    end
  end
  return is_beyond
end

-- Writes that what is wanted binds from now on.
local function bind(key, bounds, wanted)
  local is_new, text = false, {}
  for i, field in ipairs(BOUND) do
    if wanted[field] ~= '' and wanted[field] ~= bounds[field] then bounds[field], is_new = wanted[field], true end
    text[i] = bounds[field]
  end
  if is_new then redis.call('HSET', key, 'bounds', table.concat(text, ' ')) end
end

-- Of a change: {wanted, old}. Returns the bounds if somebody with a highest weight, who is kept to them, wants more; what
-- others want binds from now on.
local function check_bounds(key, text, most_weight, change)
  local bounds = read_bounds(text or nil)
  if most_weight == '' then
    bind(key, bounds, change.wanted)
    return nil
  end
  if tonumber(most_weight) < tonumber(bounds.weight) then bounds.weight = most_weight end
  return keep_within(bounds, change.wanted, change.old) and bounds or nil
end
