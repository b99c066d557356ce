-- include clock
-- include fair
-- include hold
-- include limited
-- include parking
-- include tenant
-- Where a group waits: in its ring, which is its level of the fair queue or, for a group of a tenant, a ring of that tenant;
-- or parked while it may not be served (lib/parking).

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

-- Of a group that does not wait for tokens any more, because it is throttled, held, cancelled or done.
local function leave_seat(queue, id, level, parked)
  leave_ring(queue, id, level)
  if parked then end_parking(queue, id, parked) end
  redis.call('ZREM', queue.prefix .. 'congested-groups', id)
end

-- Of a group whose run ends or is cancelled: what it had in Ready when it was held matters no more.
local function give_up_seat(queue, id, level, parked)
  leave_seat(queue, id, level, parked)
  local key = queue.prefix .. 'group:' .. id .. ':meta'
  if redis.call('HDEL', key, 'draining') == 1 or parked == 'held' then
    mark_rate(queue, id, redis.call('HGET', key, 'maxRps') or 0, nil)
  end
end

-- Takes a group out of its turns for a hold. What of it is in Ready or comes back there goes to the front of the group when a
-- claim meets it, because a group that is held has no tokens (lib/limits).
local function hold(queue, id, group, until_when)
  if group.parked ~= 'held' then
    leave_seat(queue, id, group.level, group.parked)
    redis.call('HDEL', group.key, 'draining')
    if group.admitted > 0 then mark_limited(queue, id, true) end
  end
  park(queue, id, 'held', until_when)
end

-- After a hold, what came back starts before what is still in Ready, as after the pause of a tenant.
local function end_hold(queue, id, group)
  local ready = group.admitted - group.running
  if ready > 0 then redis.call('HSET', group.key, 'draining', ready) end
  mark_rate(queue, id, group.max_rps, nil)
end

-- Since when a group waits that takes its seat now. One that was idle, or that waited for something else than its turn, begins
-- now, behind all who wait: however much comes back at once, it overtakes nobody. One that waits, or that has waited for what
-- limits allow, keeps the time it has.
local function waits_since(queue, id, group)
  if group.parked == 'rate' or group.parked == 'concurrency' or group.parked == 'full' then return nil end
  local is_waiting = not group.parked and redis.call('ZSCORE', ring_key(queue, tenant_of(id), group.level), id)
  if is_waiting then return nil end
  queue.comes_at = queue.comes_at or next_serve(queue.prefix .. 'pace', queue.now)
  redis.call('HSET', group.key, 'lastServedAt', exact(queue.comes_at))
  return queue.comes_at
end

local SEAT = { 'level', 'basePriority', 'totalJobs', 'doneJobs', 'lastServedAt', 'parked', 'status', 'admitted', 'running',
  'maxRps' }

-- Puts a group into its ring, whether it was parked or not; or holds it, where there is a reason.
-- Whoever changes a reason calls this. Does nothing for a group that is unknown or being cancelled. Returns whether it is held.
local function take_seat(queue, id)
  local key, names = queue.prefix .. 'group:' .. id .. ':meta', { unpack(SEAT) }
  for _, field in ipairs(HOLD_FIELDS) do names[#names + 1] = field end
  local meta = redis.call('HMGET', key, unpack(names))
  if not meta[1] or meta[7] == 'CANCELLING' then return false end
  local group = { key = key, level = meta[1], parked = meta[6], served_at = tonumber(meta[5] or queue.now),
    admitted = number_of(meta[8]), running = number_of(meta[9]), max_rps = number_of(meta[10]) }
  local why, until_when = hold_of(queue, meta, #SEAT + 1)
  if why then
    hold(queue, id, group, until_when)
    return true
  end
  local over = over_holds(meta, #SEAT + 1)
  if #over > 0 then redis.call('HDEL', key, unpack(over)) end
  if group.parked == 'held' then
    end_hold(queue, id, group)
    if redis.call('EXISTS', queue.prefix .. 'group:' .. id .. ':jobs', queue.prefix .. 'group:' .. id .. ':returned') == 0 then
      end_parking(queue, id, 'held') -- it may end before anybody would notice that nothing of it waits
      return false
    end
  end
  local since = waits_since(queue, id, group)
  if group.parked then end_parking(queue, id, group.parked) end -- it is in no ring then
  local boost = boost_of(tonumber(meta[4]), tonumber(meta[3]), queue.order)
  sit(queue, id, { level = group.level, score = score_of(since or group.served_at, tonumber(meta[2]), boost), since = since })
  return false
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
  if meta[2] == 'held' then return end
  leave_seat(queue, id, meta[1], meta[2])
  park(queue, id, 'throttled', until_when)
end
