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

local function is_in_others(lists, name)
  for i = 2, #lists do
    if not redis.call('ZSCORE', lists[i].key, name) then return false end
  end
  return true
end
