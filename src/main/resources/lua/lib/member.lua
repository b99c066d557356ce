-- include fair
-- include ring
-- include tenant
-- include window
-- What decides about a member of a ring, a group or a tenant: read once, when a batch meets it.
local MIN_CREDIT = 1e-6 -- of a tenant at its turn, because it pays for its last job in arrears
local META = { 'totalJobs', 'doneJobs', 'basePriority', 'admitted', 'nonReady', 'returned', 'throttledUntil', 'weight', 'credit',
  'maxConcurrency', 'maxRps', 'running', 'windows', 'durationSum', 'successCount', 'lastServedAt' }

local function meet_group(batch, group, tenant)
  local meta = redis.call('HMGET', batch.queue.prefix .. 'group:' .. group.id .. ':meta', unpack(META))
  local function number(i) return tonumber(meta[i] or '0') end
  local total, done, own_cap = number(1), number(2), number(10)
  group.total, group.admitted, group.non_ready, group.returned = total, number(4), number(5), number(6)
  group.pending = max(0, total - done - group.admitted - group.non_ready) -- by its counters, what its lists hold
  group.throttled_until, group.running, group.lift = number(7), number(12), number(3) + boost_of(done, total, batch.queue.order)
  group.weight, group.credit, group.old_credit = weight_of(meta[8], batch.weights, group.id), number(9), meta[9]
  group.cost, group.last = cost_of(number(14), number(15), batch.mean_ms), number(16)
  group.cap = batch.ordered and 1 or own_cap > 0 and (batch.cap == 0 or own_cap < batch.cap) and own_cap or batch.cap
  group.limit = limit_of(batch.window, number(11), meta[13], not tenant)
end

-- A tenant has no priority: those of its groups count among themselves. What it has admitted is in Ready.
local function meet_tenant(batch, tenant, level)
  local key, earlier = tenant_key(batch.queue, tenant.id), batch.tenants[tenant.id] -- on a higher level
  local meta = redis.call('HMGET', key .. ':meta', level, 'weight', 'maxRps', 'windows', 'ready', 'draining')
  local _, credit, lap = read_seat(meta[1])
  tenant.ring, batch.tenants[tenant.id] = open_ring(key .. ':' .. level, level, lap, tenant), tenant
  tenant.weight, tenant.last = weight_of(meta[2], batch.weights, string.sub(tenant.id, 1, -2)), -tenant.score
  tenant.credit, tenant.cost, tenant.lift, tenant.throttled_until, tenant.cap = credit, MIN_CREDIT, 0, 0, 0
  tenant.pending, tenant.running, tenant.returned = is_exhausted(tenant.ring) and 0 or math.huge, 0, 0
  tenant.admitted = earlier and earlier.admitted or tonumber(meta[5] or '0')
  tenant.limit, tenant.is_draining = limit_of(batch.window, tonumber(meta[3] or '0'), meta[4], true), meta[6]
end

local function meet(batch, member, ring)
  batch.groups, batch.met[#batch.met + 1], member.home, member.picks = batch.groups - 1, member, ring, 0
  if is_tenant(member.id) then meet_tenant(batch, member, ring.level) else meet_group(batch, member, ring.tenant) end
end

-- Why the next job of a group or a tenant may not be picked, or nil and how many may. What waits in Ready has not paid yet.
local function denial_of(batch, member)
  local most, tenant = member.pending, member.home.tenant
  if most == 0 then return 'nothing' end
  if member.throttled_until > batch.queue.now then return 'throttled' end
  if member.cap > 0 then
    most = min(most, member.cap - member.admitted - (batch.ordered and member.non_ready or 0))
    if most <= 0 then return 'concurrency' end
  end
  if member.limit or (tenant and (tenant.limit or tenant.is_draining)) then
    local in_ready = member.admitted - member.running
    -- why: what was sent back for want of tokens may be older than what is in Ready, which must come back first
    if member.returned > 0 and member.picks == 0 and in_ready > 0 then return 'rate' end
    if member.limit then most = min(most, tokens_left(member.limit, batch.window, batch.plan_until) - in_ready) end
    if most <= 0 then return 'rate' end
  end
  return nil, most
end
