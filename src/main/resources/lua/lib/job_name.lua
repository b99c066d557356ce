-- A job is named '<group>#<id>' in every key and set, because its id is unique only within its group. No id contains a '#'.
local function job_name(group, id)
  return group .. '#' .. id
end

local function group_of(name)
  return string.match(name, '^[^#]*')
end

local function id_of(name)
  return string.match(name, '#(.*)$')
end
