-- Labels that a submitter gave a group, 'key=value' with a tab between them, and where they are found: an index in the order of
-- the letters, which has an entry for each label of a group. A group without labels costs nothing.
local function each_label(text)
  return string.gmatch(text or '', '[^\t]+')
end

local function label_entry(label, group)
  return label .. '\t' .. group
end

-- old, new: all labels of the group before and from now on; nil or false for none.
local function index_labels(queue, group, old, new)
  local index = queue.prefix .. 'labels'
  for label in each_label(old) do redis.call('ZREM', index, label_entry(label, group)) end
  for label in each_label(new) do redis.call('ZADD', index, 0, label_entry(label, group)) end
end
