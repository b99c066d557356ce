-- The rate limit: fixed windows with a total of tokens and a share for each group. Every entry into Ready takes a token here.

-- Whole tokens of one window, also where a window's worth is not a whole number: over time exactly the rate, never above it.
local function quota(id, per_window)
  return math.floor((id + 1) * per_window) - math.floor(id * per_window)
end

local function open_window(queue, active, per_window, window_ms)
  local id = math.floor(queue.now / window_ms)
  local tokens = quota(id, per_window)
  local groups = math.max(1, redis.call('SCARD', active))
  local window = {
    id = id, ms = window_ms, ends = (id + 1) * window_ms, taken = 0, extra_taken = 0,
    key = queue.prefix .. 'rate-limit:global:' .. id, extra_key = queue.prefix .. 'rate-limit:extra:' .. id,
    share = math.max(1, math.floor(tokens / groups)),
  }
  window.left = tokens - tonumber(redis.call('GET', window.key) or '0')
  -- what the division leaves over goes, one token each, to the groups that ask first
  window.extra = math.max(0, tokens - window.share * groups)
  if window.extra > 0 then
    window.extra = window.extra - tonumber(redis.call('GET', window.extra_key) or '0')
  end
  return window
end

-- last: the window in which the group took its last tokens and how many, 'id used'. Returns used, the tokens it took in this
-- window, and limit, its share or its own lower rate. Where that rate is less than a token per window, next is the window
-- from which on the next token is due: it is not lost, however late it is asked for.
local function rate_of(window, last, max_rps, next_token)
  local rate = { used = 0, limit = window.share, extra = true }
  local id, used = string.match(last or '', '^(%S+) (%S+)$')
  if tonumber(id) == window.id then rate.used = tonumber(used) end
  if max_rps and tonumber(max_rps) > 0 then
    local per_window = tonumber(max_rps) * window.ms / 1000
    local own = quota(window.id, per_window)
    if per_window < 1 then
      rate.every, rate.next = 1 / per_window, tonumber(next_token or '0')
      own = rate.next < window.id + 1 and rate.used + 1 or 0
    end
    if own <= rate.limit then rate.limit, rate.extra = own, false end
  end
  return rate
end

-- A group gets one of the tokens that the shares leave over, after its own.
local function tokens_left(window, rate)
  local own = rate.limit - rate.used
  if own <= 0 then own = (rate.extra and own == 0 and window.extra > 0) and 1 or 0 end
  return math.min(window.left, own)
end

local function take_tokens(window, rate, count)
  rate.used = rate.used + count
  if rate.used > rate.limit then
    window.extra, window.extra_taken = window.extra - 1, window.extra_taken + 1
  end
  if rate.every then rate.next = math.max(rate.next, window.id) + rate.every * count end
  window.left, window.taken = window.left - count, window.taken + count
end

-- Adds what a group keeps of its rate to its changed fields.
local function keep_rate(change, window, rate)
  local n = #change
  change[n + 1], change[n + 2] = 'window', window.id .. ' ' .. rate.used
  if rate.every then change[n + 3], change[n + 4] = 'nextToken', string.format('%.6f', rate.next) end
end

-- Counts are kept for a while: a clock that is set back must not give the tokens of the same window again.
local function close_window(window)
  local function count(key, taken)
    if taken > 0 and redis.call('INCRBY', key, taken) == taken then
      redis.call('PEXPIRE', key, 2 * window.ms + 10000)
    end
  end
  count(window.key, window.taken)
  count(window.extra_key, window.extra_taken)
end
