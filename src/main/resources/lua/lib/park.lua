-- include fair
-- Puts parked groups back into the fair queue, and keeps how many jobs of each group wait in Non-ready.

-- The most crowded group is last in the set.
local function note_non_ready(queue, id, count)
  if count > 0 then redis.call('ZADD', queue.prefix .. 'congested-groups', count, id)
  else redis.call('ZREM', queue.prefix .. 'congested-groups', id) end
end

-- Level and score of a group with the waiting time it has; nil when there is no such group.
local function waiting_score(queue, id)
  local meta = redis.call('HMGET', queue.prefix .. 'group:' .. id .. ':meta', 'level', 'basePriority', 'totalJobs',
    'doneJobs', 'lastServedAt')
  if not meta[1] then return nil end
  local boost = boost_of(tonumber(meta[4]), tonumber(meta[3]), queue.order)
  return meta[1], score_of(tonumber(meta[5]), tonumber(meta[2]), boost)
end

-- The groups keep the waiting time they had.
local function unpark(queue, groups)
  if #groups == 0 then return end
  for _, id in ipairs(groups) do
    local level, score = waiting_score(queue, id)
    if level then
      redis.call('ZADD', queue.prefix .. 'fair-queue:' .. level, exact(score), id)
      redis.call('HDEL', queue.prefix .. 'group:' .. id .. ':meta', 'parked')
    end
  end
  redis.call('ZREM', queue.prefix .. 'parked-groups', unpack(groups))
end
