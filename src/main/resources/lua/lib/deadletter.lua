-- Dead letters are also kept by group, error code and processor: a person narrows a hundred thousand down without a scan.
local function dead_letter_lists(prefix, group, code, processor)
  local lists = prefix .. 'dead-letters:'
  return { prefix .. 'dead-letter-queue', lists .. 'group:' .. group, lists .. 'code:' .. code,
    lists .. 'processor:' .. processor }
end

local function add_dead_letter(prefix, id, group, code, processor, failed_at)
  for _, list in ipairs(dead_letter_lists(prefix, group, code, processor)) do redis.call('ZADD', list, failed_at, id) end
end

local function remove_dead_letter(prefix, id, group, code, processor)
  for _, list in ipairs(dead_letter_lists(prefix, group, code, processor)) do redis.call('ZREM', list, id) end
end
