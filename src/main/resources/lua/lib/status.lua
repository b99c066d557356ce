-- include fair
-- The status of groups. Every group is in exactly one of the sets groups:<status>, by the time it came there, so that pages
-- of groups need no scan; and all of them are in group-names, in the order of the letters, to be searched.
local FINISHED = { COMPLETED = true, FAILED = true, CANCELLED = true }
local OPEN = { 'CREATED', 'RUNNING', 'CANCELLING' } -- of a run whose jobs are not all done

-- Whether its run has its result.
local function is_finished(status)
  return FINISHED[status] or false
end

-- Whether all jobs of its run are done; its result may still have to be made.
local function has_ended(status)
  return is_finished(status) or status == 'AGGREGATING'
end

-- from: nil or false for new groups; to: nil for those that are removed. At most a batch of groups.
local function index_status(queue, groups, from, to)
  if #groups == 0 then return end
  if from then redis.call('ZREM', queue.prefix .. 'groups:' .. from, unpack(groups)) end
  if not to then
    redis.call('ZREM', queue.prefix .. 'group-names', unpack(groups))
    return
  end
  local entries, now = {}, exact(queue.now)
  for i, group in ipairs(groups) do entries[2 * i - 1], entries[2 * i] = now, group end
  redis.call('ZADD', queue.prefix .. 'groups:' .. to, unpack(entries))
  if from then return end
  for _, group in ipairs(groups) do redis.call('ZADD', queue.prefix .. 'group-names', 0, group) end
end
