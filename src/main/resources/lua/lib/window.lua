-- include shares
-- The rate limit: fixed windows of the Redis clock. A token is paid where a job is claimed and nowhere else, so what counts
-- is the start of a job, however long it waited in Ready. Tokens are earned evenly over the window, a burst ahead of the
-- clock, so that whoever comes late in a window still finds some. A claim in the last moments of a window pays in the next
-- one too, because its job may start in either.
--
-- The queue has such a limit, and so has every group with a rate of its own. What a limit has used is one text, 'start used'
-- of the last few windows. They are kept by use and not by time: a clock that jumps to and fro finds them again.
local LATE_MS, MAX_KEPT = 50, 4

-- Whole tokens of one window, also where a window's worth is not a whole number: over time exactly the rate, never above it.
local function quota(id, per_window)
  return math.floor((id + 1) * per_window) - math.floor(id * per_window)
end

local function is_late(ms, ends, at)
  return at >= ends - math.min(LATE_MS, ms / 20)
end

-- text: 'per_window window_ms burst_ms strict|lend': the tokens of the queue, the length of a window, how far ahead of the
-- clock they may be used, and whether a share is a bound; then, where it is, the weights of the settings (lib/fair). global_rps:
-- what an administrator has set instead of the first (lib/tuned), or nil.
local function open_window(queue, text, global_rps)
  local per_window, ms, burst_ms, share, weights = string.match(text, '^(%S+) (%S+) (%S+) (%S+)(.*)$')
  ms = tonumber(ms)
  if global_rps then per_window = global_rps * ms / 1000 end
  local id = math.floor(queue.now / ms)
  local window = { id = id, ms = ms, now = queue.now, starts = id * ms, ends = (id + 1) * ms,
    burst_ms = tonumber(burst_ms), per_window = tonumber(per_window), weights = weights }
  window.is_late = is_late(ms, window.ends, queue.now)
  window.start_by = window.is_late and window.ends + ms or window.ends
  if share == 'strict' then window.all_weigh = weigh_all(queue, weights) end
  return window
end

-- kept: what the limit has used, as history_of writes it. A rate below one token per window has the time of its next token
-- instead: that token is not lost, however late it is asked for.
local function open_limit(window, per_window, kept)
  local limit = { per_window = per_window, used = 0, used_next = 0, others = {} }
  if per_window < 1 then
    limit.every_ms, limit.next_at = window.ms / per_window, tonumber(kept or '') or 0
    -- why: the clock went back
    if limit.next_at > window.now + 2 * limit.every_ms then limit.next_at = 0 end
    return limit
  end
  local last, is_known
  for start, used in string.gmatch(kept or '', '(%d+) (%d+)') do
    start, used = tonumber(start), tonumber(used)
    last = last or start
    if start >= window.starts and start < window.ends then
      limit.used, is_known = limit.used + used, true -- also windows of an instance that has shorter ones
    elseif start == window.ends then
      limit.used_next = used
    else
      limit.others[#limit.others + 1] = string.format('%d %d', start, used)
    end
  end
  -- why: the clock went back into a window that nobody remembers; all its tokens may have been used before. Whoever finds
  -- no token then writes that down, so that it is for one window only.
  if last and last > window.ends and not is_known then limit.used, limit.is_guess = quota(window.id, per_window), true end
  return limit
end

-- A strict share is in proportion to the weights of all that have work which may run.
local function share_of(window, weight)
  local tokens = quota(window.id, window.per_window) * weight / math.max(weight, window.all_weigh)
  return math.max(1, math.floor(tokens + 1e-9)) -- why: three times 0.1 is a little more than 0.3
end

-- The limit of a group or a tenant: its own rate or, unless it is a group of a tenant, which has no weight here, its share
-- where the queue gives strict shares. Nil where it has neither.
local function limit_of(window, max_rps, kept, weight)
  local share = weight and window.all_weigh and share_of(window, weight) or nil
  if max_rps <= 0 and not share then return nil end
  local limit = open_limit(window, max_rps > 0 and max_rps * window.ms / 1000 or window.per_window, kept)
  limit.share = share
  return limit
end

local function earned(window, tokens, elapsed_ms)
  return math.min(tokens, math.ceil(tokens * (elapsed_ms + window.burst_ms) / window.ms))
end

local function tokens_of(limit, window, id)
  local tokens = quota(id, limit.per_window)
  return limit.share and math.min(tokens, limit.share) or tokens
end

local function per_second(limit, window)
  return math.min(limit.per_window, limit.share or math.huge) * 1000 / window.ms
end

-- How many jobs may start at a time of this window.
local function tokens_left(limit, window, at)
  if limit.every_ms then return limit.next_at <= at and 1 or 0 end
  local left = earned(window, tokens_of(limit, window, window.id), at - window.starts) - limit.used
  if window.is_late then
    left = math.min(left, earned(window, tokens_of(limit, window, window.id + 1), 0) - limit.used_next)
  end
  return math.max(0, left)
end

local function take_tokens(limit, window, count)
  if limit.every_ms then
    limit.next_at = math.max(limit.next_at, window.now) + limit.every_ms * count
    return
  end
  limit.used = limit.used + count
  if window.is_late then limit.used_next = limit.used_next + count end
end

-- Gives back the token of a claim whose job did not start, where it counts for a window that is not over.
local function refund(limit, window, claimed_at)
  if limit.every_ms then
    -- why: once another job has taken the next token, this one's time is over
    local is_last = math.abs(limit.next_at - claimed_at - limit.every_ms) < 1
    if is_last then limit.next_at = math.min(limit.next_at, window.now) end
    return
  end
  local id = math.floor(claimed_at / window.ms)
  local was_late = is_late(window.ms, (id + 1) * window.ms, claimed_at)
  if id == window.id or (was_late and id + 1 == window.id) then limit.used = math.max(0, limit.used - 1) end
  if id == window.id and was_late then limit.used_next = math.max(0, limit.used_next - 1) end
end

-- When the count-th token from now on is there. Not at once, so that tokens are used in batches, and at most two windows
-- ahead: whoever waits longer looks again, and a time beyond that was noted before the clock went back.
local function token_at(limit, window, count)
  local soon, last = window.now + 10, window.now + 2 * window.ms
  if limit.every_ms then return math.min(last, math.max(soon, math.ceil(limit.next_at))) end
  local tokens, used = tokens_of(limit, window, window.id), limit.used + count - 1
  if used >= tokens or window.is_late then return window.ends end
  local at = window.starts - window.burst_ms + used * window.ms / tokens
  return math.min(window.ends, math.max(soon, math.floor(at) + 1))
end

local function history_of(limit, window)
  if limit.every_ms then return string.format('%.3f', limit.next_at) end
  local text = string.format('%d %d', window.starts, limit.used)
  if limit.used_next > 0 then text = string.format('%d %d %s', window.ends, limit.used_next, text) end
  for i = 1, math.min(#limit.others, MAX_KEPT - 1) do text = text .. ' ' .. limit.others[i] end
  return text
end
