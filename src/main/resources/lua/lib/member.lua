-- include clock
-- include fair
-- include lap_text
-- include ring
-- include sending
-- include tenant
-- include window
-- What decides about a member of a ring, a group or a tenant: read once, when a batch meets it.
local MIN_CREDIT = 1e-6 -- of a tenant at its turn, because it pays for its last job in arrears
local META = { 'totalJobs', 'doneJobs', 'basePriority', 'admitted', 'nonReady', 'returned', 'throttledUntil', 'weight', 'credit',
  'maxConcurrency', 'maxRps', 'running', 'windows', 'lastServedAt', 'draining', 'scheduled', 'sendingWindow',
  'durationSum', 'successCount' } -- these two for the cost by time

local function meet_group(batch, id, score, ring)
  local meta = redis.call('HMGET', batch.queue.prefix .. 'group:' .. id .. ':meta', unpack(META, 1, batch.mean_ms and 19 or 17))
  local total, done, admitted, non_ready = number_of(meta[1]), number_of(meta[2]), number_of(meta[4]), number_of(meta[5])
  local credit, own_cap, weight = number_of(meta[9]), number_of(meta[10]), weight_of(meta[8], batch.weights, id)
  return { id = id, score = score, home = ring, picks = 0, total = total, admitted = admitted, non_ready = non_ready,
    pending = max(0, total - done - admitted - non_ready - number_of(meta[16])), -- by its counters, what its lists hold
    returned = number_of(meta[6]), throttled_until = number_of(meta[7]), running = number_of(meta[12]),
    lift = number_of(meta[3]) + boost_of(done, total, batch.queue.order), weight = weight,
    credit = credit, old_credit = credit, cost = cost_of(meta[18], meta[19], batch.mean_ms), last = number_of(meta[14]), is_draining = meta[15],
    cap = batch.ordered and 1 or own_cap > 0 and (batch.cap == 0 or own_cap < batch.cap) and own_cap or batch.cap,
    opens = sending_of(batch.queue, meta[17]).opens, allowed = batch.queue.allowed and batch.queue.allowed[id], -- lib/spare
    limit = limit_of(batch.window, number_of(meta[11]), meta[13], not ring.tenant and weight) }
end

-- A tenant has no priority: those of its groups count among themselves.
local function meet_tenant(batch, id, score, ring)
  local key, earlier, level = tenant_key(batch.queue, id), batch.tenants[id], ring.level -- earlier: on a higher level
  local meta = redis.call('HMGET', key .. ':meta', level, 'weight', 'maxRps', 'windows', 'ready', 'draining',
    'admitted', 'maxConcurrency', 'sendingWindow')
  local _, credit, lap = read_seat(meta[1])
  local admitted, weight = number_of(meta[7]), weight_of(meta[2], batch.weights, string.sub(id, 1, -2))
  local tenant = { id = id, score = score, home = ring, picks = 0, last = -score, credit = credit, cost = MIN_CREDIT, lift = 0,
    throttled_until = 0, cap = number_of(meta[8]), running = admitted - number_of(meta[5]), returned = 0, weight = weight,
    admitted = earlier and earlier.admitted or admitted, is_draining = meta[6],
    opens = sending_of(batch.queue, meta[9]).opens, limit = limit_of(batch.window, number_of(meta[3]), meta[4], weight) }
  tenant.ring, batch.tenants[id] = open_ring(key .. ':' .. level, level, lap_of(lap), tenant), tenant
  tenant.pending = is_exhausted(tenant.ring) and 0 or math.huge
  return tenant
end

local function meet(batch, found, ring)
  local member = (is_tenant(found.id) and meet_tenant or meet_group)(batch, found.id, found.score, ring)
  batch.groups, batch.met[#batch.met + 1] = batch.groups - 1, member
  return member
end

-- Why the next job of a group or a tenant may not be picked, or nil and how many may. What waits in Ready has not paid yet.
local function denial_of(batch, member)
  local most, tenant = member.pending, member.home.tenant
  if most == 0 then return 'nothing' end
  if member.opens then return 'held' end
  if is_ahead(batch.queue, member.throttled_until) then return 'throttled' end
  if member.cap > 0 then
    most = min(most, member.cap - member.admitted - (batch.ordered and member.non_ready or 0))
    if most <= 0 then return 'concurrency' end
  end
  if member.allowed then
    most = min(most, member.allowed.jobs - member.picks)
    if most <= 0 then return 'full' end
  end
  if member.limit or member.is_draining or (tenant and (tenant.limit or tenant.is_draining)) then
    local in_ready = member.admitted - member.running
    -- why: what was sent back for want of tokens may be older than what is in Ready, which must come back first
    if member.returned > 0 and member.picks == 0 and in_ready > 0 then return 'rate' end
    if member.limit then most = min(most, tokens_left(member.limit, batch.window, batch.plan_until) - in_ready) end
    if most <= 0 then return 'rate' end
  end
  return nil, most
end
