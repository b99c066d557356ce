-- Keeps how many jobs of which group wait in Non-ready, the most crowded group last.
local function note_non_ready(prefix, id, count)
  if count > 0 then redis.call('ZADD', prefix .. 'congested-groups', count, id)
  else redis.call('ZREM', prefix .. 'congested-groups', id) end
end

-- Level and score of a group with the waiting time it has; nil when there is no such group.
local function waiting_score(prefix, id, order)
  local meta = redis.call('HMGET', prefix .. 'group:' .. id .. ':meta', 'level', 'basePriority', 'totalJobs', 'doneJobs',
    'lastServedAt')
  if not meta[1] then return nil end
  return meta[1], score_of(tonumber(meta[5]), tonumber(meta[2]), tonumber(meta[4]), tonumber(meta[3]), order)
end

-- Puts parked groups back into the fair queue with the waiting time they had.
local function unpark(prefix, parked, groups, order)
  if #groups == 0 then return end
  for _, id in ipairs(groups) do
    local level, score = waiting_score(prefix, id, order)
    if level then
      redis.call('ZADD', prefix .. 'fair-queue:' .. level, exact(score), id)
      redis.call('HDEL', prefix .. 'group:' .. id .. ':meta', 'parked')
    end
  end
  redis.call('ZREM', parked, unpack(groups))
end
