-- Puts a job back to the front of its group: a due retry, a job that was recovered, released or throttled, a retried dead
-- letter. Such jobs go before those that never ran, and keep the order in which they were submitted, however many there are
-- and however often they come back. The caller counts it as returned (lib/group_changes), which gives the group its seat.
local function return_job(queue, group, name, position)
  redis.call('ZADD', queue.prefix .. 'group:' .. group .. ':returned', position or 0, name)
end

-- The same for many jobs of a group: entries are position, name, position, name, ...
local function return_jobs(queue, group, entries)
  redis.call('ZADD', queue.prefix .. 'group:' .. group .. ':returned', unpack(entries))
end
