-- Puts parked groups back into the fair queue with the waiting time they had.
local function unpark(prefix, parked, groups, order)
  if #groups == 0 then return end
  for _, id in ipairs(groups) do
    local key = prefix .. 'group:' .. id .. ':meta'
    local meta = redis.call('HMGET', key, 'level', 'basePriority', 'totalJobs', 'doneJobs', 'lastServedAt')
    if meta[1] then
      local score = score_of(tonumber(meta[5]), tonumber(meta[2]), tonumber(meta[4]), tonumber(meta[3]), order)
      redis.call('ZADD', prefix .. 'fair-queue:' .. meta[1], exact(score), id)
      redis.call('HDEL', key, 'parked')
    end
  end
  redis.call('ZREM', parked, unpack(groups))
end
