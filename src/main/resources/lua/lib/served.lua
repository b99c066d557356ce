-- include congestion
-- include fair
-- include lap_text
-- include parking
-- include seat
-- include spare
-- include tenant
-- include window
-- Writes what a batch of turns has changed.

-- The groups whose jobs the batch has picked give them: what has come back before what never ran, oldest first.
local function take_jobs(queue, group)
  local key, ids, back = queue.prefix .. 'group:' .. group.id, {}, math.min(group.picks, group.returned)
  if back > 0 then
    local popped = redis.call('ZPOPMIN', key .. ':returned', back)
    for i = 1, #popped, 2 do ids[#ids + 1] = popped[i] end
    redis.call('HINCRBY', key .. ':meta', 'returned', exact(-#ids))
  end
  if #ids < group.picks then
    for _, id in ipairs(redis.call('LPOP', key .. ':jobs', group.picks - #ids) or {}) do ids[#ids + 1] = id end
  end
  -- why: the counters may be wrong until the doctor has come; what is not there is not admitted
  if #ids < group.picks then group.admitted, group.pending = group.admitted - (group.picks - #ids), 0 end
  return ids
end

-- The ids that were picked, in the order in which they enter Ready.
local function take_picked(batch)
  local ids = {}
  for _, group in ipairs(batch.picked) do
    group.ids, group.next = group.ids or take_jobs(batch.queue, group), (group.next or 0) + 1
    ids[#ids + 1] = group.ids[group.next]
  end
  return ids
end

local function park_group(batch, group)
  local until_when = 'inf'
  if group.denied == 'held' then return take_seat(batch.queue, group.id) end
  if group.denied == 'full' then return wait_for_spare(batch.queue, group.id, group.allowed.job_type) end
  if group.denied == 'throttled' then
    until_when = group.throttled_until
  elseif group.denied == 'rate' and group.limit then
    until_when = token_at(group.limit, batch.window, group.admitted - group.running + 1)
    local crowd = { id = group.id, waiting = group.pending, per_second = per_second(group.limit, batch.window) }
    record_congestion(batch.queue, crowd, batch.congestion)
  elseif group.denied == 'rate' then
    local limit = group.home.tenant and group.home.tenant.limit
    until_when = limit and token_at(limit, batch.window, 1) or batch.queue.now + 10
  end
  park(batch.queue, group.id, group.denied, until_when)
end

local function has_tokens(batch, group)
  return tokens_left(group.limit, batch.window, batch.plan_until) > group.admitted - group.running
end

-- A group that waits for its turn stays congested as long as it has no tokens for more than that.
local function save_group(batch, group)
  local change, n = { 'admitted', exact(group.admitted) }, 2
  if group.served_at then change[3], change[4], n = 'lastServedAt', exact(group.served_at), 4 end
  if group.credit ~= group.old_credit then change[n + 1], change[n + 2], n = 'credit', exact(group.credit), n + 2 end
  if group.limit and group.limit.is_guess then
    change[n + 1], change[n + 2] = 'windows', history_of(group.limit, batch.window)
  end
  -- why asked: the doctor may have to deal with a group in the fair queue that is not there
  if group.total > 0 and (group.picks > 0 or #change > 2) then
    redis.call('HSET', batch.queue.prefix .. 'group:' .. group.id .. ':meta', unpack(change))
  end
  if group.denied and group.denied ~= 'nothing' then park_group(batch, group)
  elseif group.limit and (group.pending == 0 or has_tokens(batch, group)) then
    redis.call('ZREM', batch.queue.prefix .. 'congested-groups', group.id)
  end
end

local function save_tenant(batch, tenant)
  local queue, level, key = batch.queue, tenant.home.level, tenant_key(batch.queue, tenant.id) .. ':meta'
  if tenant.picks > 0 or tenant.served_at then
    redis.call('HSET', key, level, seat_text(tenant.last, tenant.credit, lap_text(tenant.ring.lap)), 'ready',
      tenant.admitted - tenant.running, 'admitted', tenant.admitted)
  end
  if tenant.limit and tenant.limit.is_guess then
    redis.call('HSET', key, 'windows', history_of(tenant.limit, batch.window))
  end
  if tenant.denied == 'rate' then
    park_tenant(queue, tenant.id, 'rate', token_at(tenant.limit, batch.window, tenant.admitted - tenant.running + 1))
  elseif tenant.denied == 'held' then
    hold_tenant(queue, tenant.id)
  elseif tenant.denied == 'concurrency' then
    park_tenant(queue, tenant.id, 'concurrency')
  elseif tenant.pending == 0 then
    unseat_tenant(queue, tenant.id, level)
  end
end

-- Writes the new places of those that a batch has met. Their sets are written once each.
local function save_places(batch)
  local scores, gone, rings = {}, {}, {}
  for _, member in ipairs(batch.met) do
    local ring, entries = member.home, (member.denied or member.pending == 0) and gone or scores
    rings[ring.key], entries[ring.key] = ring, entries[ring.key] or {}
    if entries == scores then table.insert(entries[ring.key], exact(member.score)) end
    table.insert(entries[ring.key], member.id)
  end
  for key, ring in pairs(rings) do
    if scores[key] then redis.call('ZADD', key, unpack(scores[key])) end
    local left = gone[key] and redis.call('ZREM', key, unpack(gone[key])) or 0
    if ring.tenant then count_groups(batch.queue, ring.level, -left) end
  end
end

-- Returns how many groups and tenants were parked, and how many of them for want of tokens.
local function save_met(batch)
  local counts = { parked = 0, denied = 0 }
  for _, member in ipairs(batch.met) do
    local is_cut = member.allowed and member.picks > 0 and member.pending > 0
    if is_cut then member.denied = member.denied or 'full' end
    if member.ring then save_tenant(batch, member) else save_group(batch, member) end
    if member.denied and member.denied ~= 'nothing' then counts.parked = counts.parked + 1 end
    if member.denied == 'rate' then counts.denied = counts.denied + 1 end
  end
  save_places(batch)
  return counts
end
