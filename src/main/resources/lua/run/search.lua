#!lua flags=no-writes
--[[
  Finds groups and tenants whose id begins with a text, and groups with a label that does. The indexes are in the order of the
  letters, so this costs what it finds, however many groups there are.

  KEYS   1 group_names ZSET group-names    2 labels ZSET labels
  ARGV   1 text, not empty    2 limit int > 0 of each kind
  RETURNS for each hit: kind group|tenant|label, id, label; what it was found by, '' where it is its id. One more than the limit
         says that there are more
]]
local group_names, labels = KEYS[1], KEYS[2]
local text, limit = ARGV[1], tonumber(ARGV[2])
-- why 255: no text of UTF-8 has such a byte
local from, to, reply = '[' .. text, '[' .. text .. '\255', {}
local function hit(kind, id, label)
  local n = #reply
  reply[n + 1], reply[n + 2], reply[n + 3] = kind, id, label
end

for _, group in ipairs(redis.call('ZRANGEBYLEX', group_names, from, to, 'LIMIT', 0, limit + 1)) do hit('group', group, '') end
for _, entry in ipairs(redis.call('ZRANGEBYLEX', labels, from, to, 'LIMIT', 0, limit + 1)) do
  local label, group = string.match(entry, '^(.*)\t(.*)$')
  hit('label', group, label)
end

-- Behind the groups of a tenant the next member is found by leaving out everything that begins with its id and a slash.
local found, steps = 0, 0
while found <= limit and steps < 4 * limit and not string.find(text, '/', 1, true) do
  local member = redis.call('ZRANGEBYLEX', group_names, from, to, 'LIMIT', 0, 1)[1]
  if not member then break end
  local tenant = string.match(member, '^([^/]*)/')
  from = tenant and '[' .. tenant .. '0' or '(' .. member -- '0' is the letter behind '/'
  steps = steps + 1
  if tenant then
    hit('tenant', tenant, '')
    found = found + 1
  end
end
return reply
