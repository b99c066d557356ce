-- include hold
-- include parking
-- include seat
-- include sending
-- include tenant
-- Whether a group waits where it must: in its ring, parked or held. See lib/group_books for b.

-- A tenant knows its groups, and they wait in its rings alone.
local function check_tenant(queue, b, tell)
  local tenant = tenant_of(b.id)
  if not tenant then return end
  local key = tenant_key(queue, tenant)
  if b.status and (redis.call('SISMEMBER', key .. ':groups', b.id) == 0
    or redis.call('SISMEMBER', queue.prefix .. 'tenants', tenant) == 0) then
    tell('tenants', function() join_tenant(queue, b.id) end)
  end
  for _, name in ipairs(LEVELS) do
    local fair_queue = queue.prefix .. 'fair-queue:' .. name
    if redis.call('ZSCORE', fair_queue, b.id) then
      tell('fair-queue', function() redis.call('ZREM', fair_queue, b.id) end)
    end
  end
end

-- Until when a group with a window may be held that waits for something else: until the window opens then, because the clock
-- may have gone back since.
local function latest_of(queue, b, until_when)
  if until_when == 'inf' then return math.huge end
  return sending_of({ prefix = queue.prefix, now = tonumber(until_when) }, b.has_window).opens or tonumber(until_when)
end

-- Whether a group is held as its meta says. One whose time has come is until somebody lets it go on; one whose sending window
-- has closed is when somebody meets it, and then until a time that may move while it is open.
local function is_held_right(queue, b)
  local at = tonumber(redis.call('ZSCORE', queue.prefix .. 'held-groups', b.id) or '')
  local why, until_when = hold_of(queue, b.holds, 2)
  if not why then return b.parked ~= 'held' or (at and at <= queue.now) end
  if why == 'window' then return b.parked ~= 'held' or (at and at <= tonumber(until_when)) end
  return b.parked == 'held' and at and (at == tonumber(until_when) or (b.has_window and at <= latest_of(queue, b, until_when)))
end

-- A group with pending jobs is in its ring or parked, and never both. put_back: puts it into its ring, or holds it.
local function check_service(queue, b, tell, put_back)
  local may = b.open and b.status ~= 'CANCELLING'
  local served = false
  for _, level in ipairs(LEVELS) do
    if redis.call('ZSCORE', ring_key(queue, tenant_of(b.id), level), b.id) then
      if may and level == b.level then served = true else
        tell('fair-queue', function() leave_ring(queue, b.id, level) end)
      end
    end
  end
  local parked = false
  for _, name in ipairs({ 'parked-groups', 'rate-limited-groups', 'held-groups' }) do
    local is_in, wanted = redis.call('ZSCORE', queue.prefix .. name, b.id), b.parked and PARKED_IN[b.parked] == name
    parked = parked or (is_in and wanted)
    if (is_in and true or false) ~= (wanted or false) or (is_in and (served or not may)) then
      tell(name, function()
        redis.call('ZREM', queue.prefix .. name, b.id)
        redis.call('ZREM', queue.prefix .. 'congested-groups', b.id)
        if b.status then redis.call('HDEL', b.key .. ':meta', 'parked') end
        -- why one that is to be held even if it is served: it would start too early
        if may and (hold_of(queue, b.holds, 2) or (b.pending > 0 and not served)) then put_back() end
      end)
      return
    end
  end
  if may and not is_held_right(queue, b) then tell('held-groups', put_back)
  elseif may and b.pending > 0 and not served and not parked then tell('unserved', put_back) end
end
