-- Finds the dead letters that fit a filter: those that are in the list of every filter that is set.

-- Returns those lists with the shortest first, so that as few entries as possible are looked at.
local function filtered_lists(queue, dead_letters, filter)
  local lists = {}
  for _, field in ipairs({ 'group', 'code', 'processor' }) do
    if filter[field] ~= '' then
      local key = queue.prefix .. 'dead-letters:' .. field .. ':' .. filter[field]
      lists[#lists + 1] = { key = key, size = redis.call('ZCARD', key) }
    end
  end
  if #lists == 0 then return { { key = dead_letters, size = redis.call('ZCARD', dead_letters) } } end
  table.sort(lists, function(a, b) return a.size < b.size end)
  return lists
end

-- Those of names that are in all lists but the first, by name. At most some thousand names.
local function found_in_others(lists, names)
  local found = {}
  for _, name in ipairs(names) do found[name] = true end
  for i = 2, #names > 0 and #lists or 0 do
    for n, score in ipairs(redis.call('ZMSCORE', lists[i].key, unpack(names))) do
      if not score then found[names[n]] = nil end
    end
  end
  return found
end
