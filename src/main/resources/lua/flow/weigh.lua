#!lua flags=no-writes
--[[
  Shows what is due to groups: how much of the queue is each one's by weight, and what it has used of its tokens.

  KEYS   1 pace HASH pace
  ARGV   1 prefix    2 weights of the settings (lib/fair)    then for each group: group
  RETURNS 1 queue_windows (lib/window)    2 weight of all that have work    then for each group: windows, max_rps, member_share, share; the part of the
         queue, 0 to 1, that is due to its tenant, or to it if it has none, and to itself
]]
local pace = KEYS[1]
local queue, weights, FIRST_GROUP = { prefix = ARGV[1] }, ARGV[2], 3
-- include fair
-- include shares
-- include tenant

local all, in_tenant = weigh_all(queue, weights), {}

local function has_work(member)
  for _, level in ipairs(LEVELS) do
    if redis.call('ZSCORE', queue.prefix .. 'fair-queue:' .. level, member) then return true end
  end
  return redis.call('ZSCORE', queue.prefix .. 'rate-limited-groups', member)
end

-- What its groups weigh that wait for their turn in the tenant.
local function weigh_groups(tenant)
  if not in_tenant[tenant] then
    local weight, known = 0, { are_groups = true }
    for _, level in ipairs(LEVELS) do weight = weight + weigh_set(queue, ring_key(queue, tenant, level), weights, known) end
    in_tenant[tenant] = weight
  end
  return in_tenant[tenant]
end

-- A member that only has jobs in Ready or in flight counts too.
local function part_of(weight, together, is_counted)
  return weight / math.max(weight, is_counted and together or together + weight)
end

local reply = { redis.call('HGET', pace, 'windows') or '', exact(all) }
for i = FIRST_GROUP, #ARGV do
  local group, tenant = ARGV[i], tenant_of(ARGV[i])
  local meta, member = redis.call('HMGET', meta_key(queue, group), 'windows', 'maxRps', 'level'), tenant or group
  local share = part_of(weight_in(queue, member, weights), all, has_work(member))
  local own, n = share, #reply
  if tenant then
    local waits = redis.call('ZSCORE', ring_key(queue, tenant, meta[3] or 'normal'), group)
    own = share * part_of(weight_in(queue, group, weights), weigh_groups(tenant), waits)
  end
  reply[n + 1], reply[n + 2], reply[n + 3], reply[n + 4] = meta[1] or '', meta[2] or '0', exact(share), exact(own)
end
return reply
