-- include claim_entry
-- include job_name
-- include scheduled
-- include seat
-- Takes one job out of the place in which it waits. The list of its group may be long, so that is searched in pieces, from its end
-- towards its front: jobs are added behind what was searched and taken before it, so no piece is skipped.
local PIECE = 5000

-- A group that has nothing to be served any more waits for no turn.
local function leave_ring_if_empty(queue, group)
  local key = queue.prefix .. 'group:' .. group
  if redis.call('EXISTS', key .. ':jobs', key .. ':returned') == 0 then
    leave_ring(queue, group, redis.call('HGET', key .. ':meta', 'level') or 'normal')
  end
end

-- searched: jobs at the end of its group's list that earlier calls have passed. Returns 'out' and what to add to the group's
-- counters, 'in_flight', 'searching' and how many are passed now, or 'nowhere'.
local function withdraw(queue, name, searched)
  local prefix, group = queue.prefix, group_of(name)
  local list = prefix .. 'group:' .. group
  local function left(set) return redis.call('ZREM', prefix .. set, name) == 1 end
  if claim_of(queue, name) then return 'in_flight' end
  if left('ready-front') or redis.call('LREM', prefix .. 'ready-queue', 1, name) == 1 then return 'out', { admitted = -1 } end
  if left('non-ready-queue') then return 'out', { nonReady = -1 } end
  if left('group:' .. group .. ':returned') then
    leave_ring_if_empty(queue, group)
    return 'out', { returned = -1 }
  end
  if left('group:' .. group .. ':scheduled') then
    redis.call('HINCRBY', prefix .. 'stats', 'scheduled', -1)
    -- why asked: nobody looks for those of a group that is being cancelled, whose other jobs are still here for a moment
    if redis.call('SISMEMBER', prefix .. 'cancelling-groups', group) == 0 then index_scheduled(queue, group) end
    return 'out', { scheduled = -1 }
  end
  local length = redis.call('LLEN', list .. ':jobs')
  local last = length - 1 - searched
  if last < 0 then return 'nowhere' end
  local first = math.max(0, last - PIECE + 1)
  for i, each in ipairs(redis.call('LRANGE', list .. ':jobs', first, last)) do
    if each == name then
      local at = first + i - 1
      redis.call('LSET', list .. ':jobs', at, '')
      redis.call('LREM', list .. ':jobs', at < length / 2 and 1 or -1, '') -- from the nearer end
      leave_ring_if_empty(queue, group)
      return 'out', {}
    end
  end
  if first == 0 then return 'nowhere' end
  return 'searching', searched + last - first + 1
end
