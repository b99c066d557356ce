-- Fields that a caller gives by name, so that it sends only those it has: a line 'name value' each; '' = none.
local function read_lines(text)
  local fields = {}
  for name, value in string.gmatch(text, '(%S+) ([^\n]*)') do fields[name] = value end
  return fields
end
