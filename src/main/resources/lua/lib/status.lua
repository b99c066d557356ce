-- The status of groups. Every group is in exactly one of the sets groups:<status>, by the time it came there, so that pages
-- of groups need no scan.
local FINISHED = { COMPLETED = true, FAILED = true, CANCELLED = true }

-- Whether its run has its result.
local function is_finished(status)
  return FINISHED[status] or false
end

-- Whether all jobs of its run are done; its result may still have to be made.
local function has_ended(status)
  return is_finished(status) or status == 'AGGREGATING'
end

-- from: nil or false for a new group; to: nil for one that is removed.
local function index_status(queue, group, from, to)
  if from then redis.call('ZREM', queue.prefix .. 'groups:' .. from, group) end
  if to then redis.call('ZADD', queue.prefix .. 'groups:' .. to, queue.now, group) end
end

-- The same for many groups at once, at most a batch of them.
local function index_all(queue, groups, from, to)
  if #groups == 0 then return end
  local entries = {}
  for _, group in ipairs(groups) do entries[#entries + 1], entries[#entries + 2] = queue.now, group end
  redis.call('ZREM', queue.prefix .. 'groups:' .. from, unpack(groups))
  redis.call('ZADD', queue.prefix .. 'groups:' .. to, unpack(entries))
end
