-- include clock
-- include fair
-- include tenant
-- Where a group waits: in its ring, which is its level of the fair queue or, for a group of a tenant, a ring of that tenant;
-- or parked while it may not be served. A group out of tokens is in rate-limited-groups until its next one is there; one that
-- is throttled, or at its concurrency limit, is in parked-groups until its time, or until one of its jobs ends.
local PARKED_IN = { rate = 'rate-limited-groups', throttled = 'parked-groups', concurrency = 'parked-groups' }

-- A claim looks at the rates of these groups and tenants only.
local function mark_limited(queue, id, max_rps)
  local limited = queue.prefix .. 'limited-groups'
  if tonumber(max_rps) > 0 then redis.call('SADD', limited, id)
  elseif redis.call('SREM', limited, id) == 1 then redis.call('ZREM', queue.prefix .. 'congested-groups', id) end
end

-- seat: level and score; since: when its waiting began, for a group that was idle. A tenant that was idle waits since then too.
local function sit(queue, id, seat)
  local tenant = tenant_of(id)
  local ring = ring_key(queue, tenant, seat.level)
  if redis.call('ZADD', ring, exact(seat.score), id) == 0 or not tenant then return end
  count_groups(queue, seat.level, 1)
  local is_first = seat.since and redis.call('ZCARD', ring) == 1
  seat_tenant(queue, tenant, seat.level, is_first and seat.since or nil)
end

local function leave_ring(queue, id, level)
  local tenant = tenant_of(id)
  local ring = ring_key(queue, tenant, level)
  if redis.call('ZREM', ring, id) == 0 or not tenant then return end
  count_groups(queue, level, -1)
  if redis.call('EXISTS', ring) == 0 then unseat_tenant(queue, tenant, level) end
end

local function end_parking(queue, id, parked)
  redis.call('ZREM', queue.prefix .. PARKED_IN[parked], id)
  redis.call('HDEL', queue.prefix .. 'group:' .. id .. ':meta', 'parked')
end

-- Of a group that does not wait for tokens any more, because it is throttled, cancelled or done.
local function leave_seat(queue, id, level, parked)
  leave_ring(queue, id, level)
  if parked then end_parking(queue, id, parked) end
  redis.call('ZREM', queue.prefix .. 'congested-groups', id)
end

-- Takes a group out of its ring. until_when: a time, or 'inf' for an event.
local function park(queue, id, why, until_when)
  redis.call('ZADD', queue.prefix .. PARKED_IN[why], until_when, id)
  redis.call('HSET', queue.prefix .. 'group:' .. id .. ':meta', 'parked', why)
end

-- Puts a group into its ring with the waiting time it has, whether it was parked or not. Does nothing for a group that is
-- unknown or being cancelled.
local function take_seat(queue, id)
  local key = queue.prefix .. 'group:' .. id .. ':meta'
  local meta = redis.call('HMGET', key, 'level', 'basePriority', 'totalJobs', 'doneJobs', 'lastServedAt', 'parked', 'status')
  if not meta[1] or meta[7] == 'CANCELLING' then return end
  if meta[6] then end_parking(queue, id, meta[6]) end -- it is in no ring then
  local boost = boost_of(tonumber(meta[4]), tonumber(meta[3]), queue.order)
  local score = score_of(tonumber(meta[5] or queue.now), tonumber(meta[2]), boost)
  sit(queue, id, { level = meta[1], score = score })
end

-- For a group or a tenant that has no token left, unless it is parked for another reason.
local function wait_for_token(queue, id, at)
  if is_tenant(id) then return park_tenant(queue, id, 'rate', at) end
  local meta = redis.call('HMGET', queue.prefix .. 'group:' .. id .. ':meta', 'level', 'parked', 'status')
  if not meta[1] or meta[3] == 'CANCELLING' or (meta[2] and meta[2] ~= 'rate') then return end
  leave_ring(queue, id, meta[1])
  if meta[2] then end_parking(queue, id, meta[2]) end
  park(queue, id, 'rate', at)
end

-- The other side asked to be called later.
local function throttle(queue, id, until_when)
  local key = queue.prefix .. 'group:' .. id .. ':meta'
  local meta = redis.call('HMGET', key, 'level', 'parked', 'status', 'throttledUntil')
  if not meta[1] or meta[3] == 'CANCELLING' then return end
  local before = tonumber(meta[4] or '0')
  if is_ahead(queue, before) then until_when = math.max(until_when, before) end
  redis.call('HSET', key, 'throttledUntil', until_when)
  leave_seat(queue, id, meta[1], meta[2])
  park(queue, id, 'throttled', until_when)
end
