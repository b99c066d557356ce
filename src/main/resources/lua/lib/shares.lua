-- include fair
-- include tenant
-- Who weighs how much. A share is a part of the window's tokens in proportion to that, divided among the tenants, and the groups
-- without one, that have work which may run. Where shares are strict it is a bound (lib/window); otherwise turns bring it about.

local function weight_in(queue, id, weights)
  return weight_of(redis.call('HGET', meta_key(queue, id), 'weight'), weights, string.match(id, '^(.-)/?$'))
end

-- What the members of a set weigh together; where there are more than fifty, as much as the first fifty do on average. known:
-- those that count already, because a tenant may wait on several levels.
local function weigh_set(queue, key, weights, known)
  local size, weight = redis.call('ZCARD', key), 0
  local members = size > 0 and redis.call('ZRANGE', key, 0, 49) or {}
  for _, id in ipairs(members) do
    id = not known.are_groups and tenant_of(id) or id
    if not known[id] then known[id], weight = true, weight + weight_in(queue, id, weights) end
  end
  return weight * size / math.max(1, #members)
end

-- What all weigh together that have work which may run.
local function weigh_all(queue, weights)
  local known, weight = {}, 0
  for _, set in ipairs({ 'fair-queue:high', 'fair-queue:normal', 'fair-queue:low', 'rate-limited-groups' }) do
    weight = weight + weigh_set(queue, queue.prefix .. set, weights, known)
  end
  return weight
end
