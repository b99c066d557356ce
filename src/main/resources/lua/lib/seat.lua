-- include fair
-- Where a group waits for its turn: in its level of the fair queue, or parked while it may not be served. A group out of
-- tokens is in rate-limited-groups until its next one is there; one that is throttled, or at its concurrency limit, is in
-- parked-groups until its time, or until one of its jobs ends.
local PARKED_IN = { rate = 'rate-limited-groups', throttled = 'parked-groups', concurrency = 'parked-groups' }

-- A claim looks at the rates of these groups only.
local function mark_limited(queue, id, max_rps)
  local limited = queue.prefix .. 'limited-groups'
  if tonumber(max_rps) > 0 then redis.call('SADD', limited, id) else redis.call('SREM', limited, id) end
end

local function leave_seat(queue, id, level, parked)
  redis.call('ZREM', queue.prefix .. 'fair-queue:' .. level, id)
  if parked then
    redis.call('ZREM', queue.prefix .. PARKED_IN[parked], id)
    if parked == 'rate' then redis.call('ZREM', queue.prefix .. 'congested-groups', id) end
    redis.call('HDEL', queue.prefix .. 'group:' .. id .. ':meta', 'parked')
  end
end

-- Takes a group out of its level. until_when: a time, or 'inf' for an event.
local function park(queue, id, why, until_when)
  redis.call('ZADD', queue.prefix .. PARKED_IN[why], until_when, id)
  redis.call('HSET', queue.prefix .. 'group:' .. id .. ':meta', 'parked', why)
end

-- Puts a group into its level with the waiting time it has, whether it was parked or not. Does nothing for a group that is
-- unknown or being cancelled.
local function take_seat(queue, id)
  local key = queue.prefix .. 'group:' .. id .. ':meta'
  local meta = redis.call('HMGET', key, 'level', 'basePriority', 'totalJobs', 'doneJobs', 'lastServedAt', 'parked', 'status')
  if not meta[1] or meta[7] == 'CANCELLING' then return end
  if meta[6] then leave_seat(queue, id, meta[1], meta[6]) end
  local boost = boost_of(tonumber(meta[4]), tonumber(meta[3]), queue.order)
  local score = score_of(tonumber(meta[5] or queue.now), tonumber(meta[2]), boost)
  redis.call('ZADD', queue.prefix .. 'fair-queue:' .. meta[1], exact(score), id)
end

-- For a group that has no token left, unless it is parked for another reason.
local function wait_for_token(queue, id, at)
  local meta = redis.call('HMGET', queue.prefix .. 'group:' .. id .. ':meta', 'level', 'parked', 'status')
  if not meta[1] or meta[3] == 'CANCELLING' or (meta[2] and meta[2] ~= 'rate') then return end
  leave_seat(queue, id, meta[1], meta[2])
  park(queue, id, 'rate', at)
end

-- The other side asked to be called later.
local function throttle(queue, id, until_when)
  local key = queue.prefix .. 'group:' .. id .. ':meta'
  local meta = redis.call('HMGET', key, 'level', 'parked', 'status', 'throttledUntil')
  if not meta[1] or meta[3] == 'CANCELLING' then return end
  until_when = math.max(until_when, tonumber(meta[4] or '0'))
  redis.call('HSET', key, 'throttledUntil', until_when)
  leave_seat(queue, id, meta[1], meta[2])
  park(queue, id, 'throttled', until_when)
end
