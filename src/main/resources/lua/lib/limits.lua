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
    local key = queue.prefix .. 'group:' .. group
    local meta = redis.call('HMGET', key .. ':meta', 'maxRps', 'windows', 'returned')
    limit = limit_of(window, tonumber(meta[1] or '0'), meta[2]) or false
    -- why: what was sent back for want of tokens may be older than what is in Ready, and starts first
    if limit and tonumber(meta[3] or '0') > 0 then
      limit.first_returned = tonumber(redis.call('ZRANGE', key .. ':returned', 0, 0, 'WITHSCORES')[2])
    end
  end
  limits.of[group] = limit
  return limit
end

-- Takes a token of the group, where it has a limit; false when there is none, or when older jobs have to start first.
local function may_start(limits, group, position)
  local limit, window = find_limit(limits, group), limits.window
  if not limit then return true end
  limit.is_out = limit.is_out or tokens_left(limit, window, window.now) == 0
  if limit.is_out or tonumber(position or '0') > (limit.first_returned or math.huge) then return false end
  take_tokens(limit, window, 1)
  return true
end

local function save_limits(limits)
  local queue, window = limits.queue, limits.window
  for group, limit in pairs(limits.of) do
    if limit then
      redis.call('HSET', queue.prefix .. 'group:' .. group .. ':meta', 'windows', history_of(limit, window))
      if limit.is_out then wait_for_token(queue, group, token_at(limit, window, 1)) end
    end
  end
end
