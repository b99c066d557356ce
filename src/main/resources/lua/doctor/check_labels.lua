#!lua flags=allow-oom
--[[
  Checks entries of the index of labels: the group of each must have that label. With fix the others are removed.

  KEYS   1 labels ZSET labels
  ARGV   1 prefix    2 fix 1|0    then for each entry: entry
  RETURNS for each entry: entry; those that are wrong
]]
local labels = KEYS[1]
local prefix, fix, FIRST_ENTRY = ARGV[1], ARGV[2] == '1', 3
-- include labels

local wrong = {}
local function is_right(entry)
  local label, group = string.match(entry, '^(.*)\t(.*)$')
  for own in each_label(group and redis.call('HGET', prefix .. 'group:' .. group .. ':meta', 'labels') or nil) do
    if own == label then return true end
  end
  return not redis.call('ZSCORE', labels, entry) -- gone since it was read
end
for i = FIRST_ENTRY, #ARGV do
  if not is_right(ARGV[i]) then
    wrong[#wrong + 1] = ARGV[i]
    if fix then redis.call('ZREM', labels, ARGV[i]) end
  end
end
return wrong
