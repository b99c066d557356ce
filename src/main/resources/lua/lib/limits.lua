-- include fair
-- include seat
-- include sending
-- include shares
-- include tenant
-- include window
-- The limits of the groups and tenants that have one, as a script that claims or gives back sees them: their own rates, or
-- strict shares. What is paused or held, or whose sending window is closed, has no tokens.
local UNLIMITED, NONE = 1e9, {}

local function open_limits(queue, window)
  local limited = queue.prefix .. 'limited-groups'
  return { queue = queue, window = window, limited = limited, any = window.all_weigh or redis.call('EXISTS', limited) == 1,
    of = {}, first_returned = {}, closes = math.huge }
end

-- The limit of a group or a tenant itself, false where it has none.
local function own_limit(limits, id)
  local limit, window, queue = limits.of[id], limits.window, limits.queue
  if limit ~= nil then return limit end
  limit = false
  local has_share = window.all_weigh and (is_tenant(id) or not tenant_of(id))
  if has_share or redis.call('SISMEMBER', limits.limited, id) == 1 then
    local key = meta_key(queue, id)
    local meta = redis.call('HMGET', key, 'maxRps', 'windows', 'parked', 'draining', 'sendingWindow')
    local sending, max_rps = sending_of(queue, meta[5]), tonumber(meta[1] or '0')
    local is_paused = meta[3] == 'paused' or meta[3] == 'held' or (sending.opens and true or false)
    local kept = limit_of(window, max_rps, meta[2], has_share and weight_in(queue, id, window.weights))
    limit = kept or open_limit(window, UNLIMITED, '')
    limit.key, limit.is_kept, limit.has_rate, limit.is_paused, limit.is_out = key, kept, max_rps > 0, is_paused, is_paused
    limit.has_window, limit.opens, limit.closes = meta[5], sending.opens, sending.closes or math.huge
    limit.seen, limit.draining = 0, not sending.opens and tonumber(meta[4] or '') or nil -- seen: how many of its jobs have left Ready for good
  end
  limits.of[id] = limit
  return limit
end

-- The limits that a group has to keep to: its own and its tenant's.
local function find_limits(limits, group)
  if not limits.any then return NONE end
  local found, tenant = {}, tenant_of(group)
  found[1] = own_limit(limits, group) or nil
  found[#found + 1] = tenant and own_limit(limits, tenant) or nil
  return found
end

-- Whether older jobs of the group have come back: what was sent back for want of tokens may be older than what is in Ready,
-- and starts first.
local function is_overtaking(limits, group, job_key)
  local first, key = limits.first_returned[group], limits.queue.prefix .. 'group:' .. group .. ':returned'
  if not first then
    first = tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2] or '') or math.huge
    limits.first_returned[group] = first
  end
  return first < math.huge and tonumber(redis.call('HGET', job_key, 'position') or '0') > first
end

-- Takes a token of every limit that the group has to keep to; false when one has none, or when older jobs have to start first.
local function may_start(limits, group, job_key)
  local found, window = find_limits(limits, group), limits.window
  if #found == 0 then return true end
  local is_out = false
  for _, limit in ipairs(found) do
    limit.seen = limit.seen + 1
    limit.is_out = limit.is_out or tokens_left(limit, window, window.now) == 0
    is_out = is_out or limit.is_out
  end
  if is_out or is_overtaking(limits, group, job_key) then return false end
  for _, limit in ipairs(found) do
    take_tokens(limit, window, 1)
    limits.closes = math.min(limits.closes, limit.closes) -- what is given away must start before
  end
  return true
end

-- A claim whose job did not start is undone: its tokens are free again, and the job has to pass once more.
local function undo_start(limits, group, claimed_at)
  for _, limit in ipairs(find_limits(limits, group)) do
    refund(limit, limits.window, claimed_at)
    limit.seen = limit.seen - 1
  end
end

-- After a pause or a hold, what came back starts before what is still in Ready: as long as that many jobs have not passed.
local function drain(limits, id, limit)
  if limit.draining > limit.seen then return redis.call('HINCRBY', limit.key, 'draining', exact(-limit.seen)) end
  redis.call('HDEL', limit.key, 'draining')
  if not limit.has_rate and not limit.has_window then redis.call('SREM', limits.limited, id) end
end

local function save_limits(limits)
  local queue, window = limits.queue, limits.window
  for id, limit in pairs(limits.of) do
    if limit and limit.is_kept then redis.call('HSET', limit.key, 'windows', history_of(limit, window)) end
    if limit and limit.opens then (is_tenant(id) and hold_tenant or take_seat)(queue, id) end -- its sending window has closed
    if limit and limit.is_out and not limit.is_paused then wait_for_token(queue, id, token_at(limit, window, 1)) end
    if limit and limit.draining then drain(limits, id, limit) end
  end
end
