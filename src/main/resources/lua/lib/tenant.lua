-- include fair
-- include lap_text
-- include sending
-- include wake
-- A group 'acme/june' belongs to the tenant acme, which is everything before the first slash; a group without a slash is its
-- own tenant. The groups of a tenant wait in rings of its own, one for each level. In the level the tenant waits for all of
-- them, as 'acme/', unless it is parked: out of tokens, at its concurrency limit, held until its sending window opens, or paused. Its meta has a text for each level, its seat: when it was
-- served last, what is left of its turn, and the lap of its ring.
local LEVELS = { 'high', 'normal', 'low' }

local function tenant_of(group)
  return string.match(group, '^[^/]+/')
end

local function is_tenant(member)
  return string.sub(member, -1) == '/'
end

local function tenant_key(queue, tenant)
  return queue.prefix .. 'tenant:' .. string.sub(tenant, 1, -2)
end

local function meta_key(queue, member)
  if is_tenant(member) then return tenant_key(queue, member) .. ':meta' end
  return queue.prefix .. 'group:' .. member .. ':meta'
end

-- Where the groups of a tenant wait for their turn, and those without one.
local function ring_key(queue, tenant, level)
  return tenant and tenant_key(queue, tenant) .. ':' .. level or queue.prefix .. 'fair-queue:' .. level
end

-- Levels and parked sets have one entry for a tenant, however many groups it has there. What is kept here makes their sizes
-- numbers of groups.
local function count_groups(queue, where, n)
  if n ~= 0 then redis.call('HINCRBY', queue.prefix .. 'tenant-groups', where, n) end
end

local function seat_text(served_at, credit, lap)
  return exact(served_at) .. ' ' .. exact(credit) .. ' ' .. lap
end

local function read_seat(text)
  local served_at, credit, lap = string.match(text or '0 0 ' .. NO_LAP, '^(%S+) (%S+) (.*)$')
  return tonumber(served_at), tonumber(credit), lap
end

-- Puts a tenant that has groups in a level there, with the waiting time it has; since: when its waiting begins instead.
local function seat_tenant(queue, tenant, level, since)
  local key, fair_queue = tenant_key(queue, tenant) .. ':meta', queue.prefix .. 'fair-queue:' .. level
  local meta = redis.call('HMGET', key, 'parked', level)
  local served_at = meta[2] and read_seat(meta[2]) or queue.now
  if since or not meta[2] then
    served_at = since or served_at
    redis.call('HSET', key, level, seat_text(served_at, 0, NO_LAP))
  end
  if meta[1] then return end
  count_groups(queue, level, -redis.call('ZADD', fair_queue, 'NX', exact(-served_at), tenant))
end

local function unseat_tenant(queue, tenant, level)
  count_groups(queue, level, redis.call('ZREM', queue.prefix .. 'fair-queue:' .. level, tenant))
end

local function join_tenant(queue, group)
  local tenant = tenant_of(group)
  redis.call('SADD', tenant_key(queue, tenant) .. ':groups', group)
  redis.call('SADD', queue.prefix .. 'tenants', tenant)
end

-- Takes a tenant out of where it is parked until a time.
local function leave_times(queue, tenant)
  for _, set in ipairs({ 'rate-limited-groups', 'held-groups' }) do
    count_groups(queue, 'parked', redis.call('ZREM', queue.prefix .. set, tenant))
  end
end

-- Forgets a tenant.
local function remove_tenant(queue, tenant)
  leave_times(queue, tenant)
  for _, set in ipairs({ 'limited-groups', 'tenants' }) do redis.call('SREM', queue.prefix .. set, tenant) end
  redis.call('UNLINK', tenant_key(queue, tenant) .. ':meta')
end

-- Whether a tenant is known: it has groups, or a person has paused it or given it limits or a window, which must not lapse.
local function is_known(queue, tenant)
  local key = tenant_key(queue, tenant)
  if redis.call('EXISTS', key .. ':groups') == 1 then return true end
  local meta = redis.call('HMGET', key .. ':meta', 'parked', 'maxRps', 'maxConcurrency', 'weight', 'sendingWindow')
  return meta[1] == 'paused' or tonumber(meta[2] or '0') > 0 or tonumber(meta[3] or '0') > 0 or (meta[4] or meta[5]) and true or false
end

-- Forgets a group, and with its last group a tenant.
local function leave_tenant(queue, group)
  local tenant = tenant_of(group)
  redis.call('SREM', tenant_key(queue, tenant) .. ':groups', group)
  if not is_known(queue, tenant) then remove_tenant(queue, tenant) end
end

-- why: rate until a time, when its next token is there; held until one, when its sending window opens, whatever else would
-- park it; concurrency until one of its jobs ends; or paused until a person resumes it, which counts most.
local function park_tenant(queue, tenant, why, until_when)
  local key = tenant_key(queue, tenant) .. ':meta'
  local before = redis.call('HGET', key, 'parked')
  if before == 'paused' or (before == 'held' and why ~= 'paused') then return end
  redis.call('HSET', key, 'parked', why)
  if before and before ~= why then leave_times(queue, tenant) end
  if until_when then
    local set = queue.prefix .. (why == 'held' and 'held-groups' or 'rate-limited-groups')
    count_groups(queue, 'parked', -redis.call('ZADD', set, until_when, tenant))
  end
  if why == 'held' then redis.call('HDEL', key, 'draining') end
  for _, level in ipairs(LEVELS) do unseat_tenant(queue, tenant, level) end
end

-- A tenant whose sending window is closed waits until it opens. Returns whether it does.
local function hold_tenant(queue, tenant)
  local opens = sending_of(queue, redis.call('HGET', tenant_key(queue, tenant) .. ':meta', 'sendingWindow') or nil).opens
  if opens then park_tenant(queue, tenant, 'held', opens == math.huge and 'inf' or exact(opens)) end
  return opens
end

-- Lets a tenant continue, unless its sending window is closed. What of it was in Ready while it was held may be younger than
-- what came back meanwhile: until it has passed, its groups start what came back first.
local function unpark_tenant(queue, tenant)
  local key = tenant_key(queue, tenant)
  leave_times(queue, tenant)
  local meta = redis.call('HMGET', key .. ':meta', 'parked', 'ready')
  redis.call('HDEL', key .. ':meta', 'parked')
  if hold_tenant(queue, tenant) then return end
  if meta[1] == 'held' and number_of(meta[2]) > 0 then redis.call('HSET', key .. ':meta', 'draining', meta[2]) end
  for _, level in ipairs(LEVELS) do
    if redis.call('EXISTS', key .. ':' .. level) == 1 then seat_tenant(queue, tenant, level) end
  end
end

-- Adds to what a tenant has in Ready, for its tokens, and to what it has in Ready or in flight, for its concurrency. A tenant
-- that has a slot again continues.
local function count_jobs(queue, tenant, ready, admitted)
  local key = tenant_key(queue, tenant) .. ':meta'
  if ready ~= 0 then redis.call('HINCRBY', key, 'ready', ready) end
  if admitted ~= 0 then redis.call('HINCRBY', key, 'admitted', admitted) end
  if admitted < 0 and redis.call('HGET', key, 'parked') == 'concurrency' then
    unpark_tenant(queue, tenant)
    wake(queue.prefix .. 'wake:fetcher')
  end
end
