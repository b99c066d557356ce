-- Jobs that are to start later wait in a set of their group, by that time, and the group in one of the partition by the first
-- of them. So a million of them cost no more than the group's list, and nothing until one is due. Like the times of a hold,
-- these were given by a person, and hold whatever the clock does.
local function schedule_key(queue, group)
  return queue.prefix .. 'group:' .. group .. ':scheduled'
end

-- After jobs of the group were scheduled, or are so no longer.
local function index_scheduled(queue, group)
  local first = redis.call('ZRANGE', schedule_key(queue, group), 0, 0, 'WITHSCORES')[2]
  local groups = queue.prefix .. 'scheduled-groups'
  if first then redis.call('ZADD', groups, first, group) else redis.call('ZREM', groups, group) end
end
