-- include seat
-- include window
-- The limits of the groups that have one, as a script that claims or gives back sees them: their own rates, or strict shares.

local function open_limits(queue, window)
  local limited = queue.prefix .. 'limited-groups'
  return { queue = queue, window = window, limited = limited, any = window.share or redis.call('EXISTS', limited) == 1,
    of = {} }
end

-- The limit of a group, false where it has none.
local function find_limit(limits, group)
  if not limits.any then return false end
  local limit, window, queue = limits.of[group], limits.window, limits.queue
  if limit ~= nil then return limit end
  limit = false
  if window.share or redis.call('SISMEMBER', limits.limited, group) == 1 then
    local meta = redis.call('HMGET', queue.prefix .. 'group:' .. group .. ':meta', 'maxRps', 'windows', 'parked', 'returned')
    limit = limit_of(window, tonumber(meta[1] or '0'), meta[2]) or false
    -- why: what was sent back for want of tokens is older and starts first
    if limit then limit.is_closed = meta[3] == 'rate' and tonumber(meta[4] or '0') > 0 end
  end
  limits.of[group] = limit
  return limit
end

-- Takes a token of the group, where it has a limit; false when there is none.
local function may_start(limits, group)
  local limit, window = find_limit(limits, group), limits.window
  if not limit then return true end
  if limit.is_closed or tokens_left(limit, window, window.now) == 0 then
    limit.is_closed = true
    return false
  end
  take_tokens(limit, window, 1)
  return true
end

local function save_limits(limits)
  local queue, window = limits.queue, limits.window
  for group, limit in pairs(limits.of) do
    if limit then
      redis.call('HSET', queue.prefix .. 'group:' .. group .. ':meta', 'windows', history_of(limit, window))
      if limit.is_closed then wait_for_token(queue, group, token_at(limit, window, 1)) end
    end
  end
end
