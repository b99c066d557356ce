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

local MOST_UNPARKED = 200 -- by one call: thousands may be due at the start of a window

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

-- A share that grows within its window is used at once: those that the smaller one had parked may go on.
local function unpark_grown(prefix, parked, pace, window, order)
  local last = redis.call('HMGET', pace, 'shareWindow', 'share')
  local same_window, share = tonumber(last[1] or '-1') == window.id, tonumber(last[2] or '0')
  if same_window and window.share == share then return end
  local groups = {}
  if same_window and window.share > share then
    groups = redis.call('ZRANGEBYSCORE', parked, window.ends, window.ends, 'LIMIT', 0, MOST_UNPARKED)
    unpark(prefix, parked, groups, order)
  end
  if #groups < MOST_UNPARKED then redis.call('HSET', pace, 'shareWindow', window.id, 'share', window.share) end
end
