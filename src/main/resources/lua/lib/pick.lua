-- Plays the next serves of the fair queue without writing anything: exactly the order that one-by-one dequeues give.
-- Only the best groups of each level are read, because a batch of n serves cannot reach further than n groups down
-- plus those it finds denied.
local CHUNK = 64

local function load_group(prefix, id, score, level, window, caps)
  local meta = redis.call('HMGET', prefix .. 'group:' .. id .. ':meta', 'totalJobs', 'doneJobs', 'basePriority',
    'admitted', 'nonReady', 'windowId', 'windowUsed', 'maxRps', 'maxConcurrency', 'status', 'throttledUntil',
    'nextToken')
  local group = {
    id = id, score = score, level = level, picks = 0, unstaged = 0, status = meta[10],
    throttled_until = tonumber(meta[11] or '0'),
    total = tonumber(meta[1] or '0'), done = tonumber(meta[2] or '0'), base = tonumber(meta[3] or '0'),
    admitted = tonumber(meta[4] or '0'), non_ready = tonumber(meta[5] or '0'),
    rate = rate_of(window, meta[6], meta[7], meta[8], meta[12]), cap = caps.per_group,
    pending = redis.call('LLEN', prefix .. 'group:' .. id .. ':jobs'), staged = 0,
  }
  local own_cap = tonumber(meta[9] or '0')
  if own_cap > 0 and (group.cap == 0 or own_cap < group.cap) then group.cap = own_cap end
  if caps.ordered then group.cap = 1 end
  if group.non_ready > 0 then group.staged = redis.call('LLEN', prefix .. 'group:' .. id .. ':staged') end
  return group
end

-- A level's groups, best first: those still as Redis has them merged with those this batch has served already.
local function open_level(prefix, key, also, window, caps)
  local level = { key = key, heap = {}, page = {}, at = 1, offset = 0 }
  for _, group in ipairs(also or {}) do heap_push(level.heap, group) end
  local function head()
    if level.at > #level.page and level.offset then
      level.page = redis.call('ZRANGE', key, level.offset, level.offset + CHUNK - 1, 'REV', 'WITHSCORES')
      level.at = 1
      level.offset = #level.page == 2 * CHUNK and level.offset + CHUNK or nil
    end
    local id = level.page[level.at]
    return id and { id = id, score = tonumber(level.page[level.at + 1]) }
  end
  function level.next()
    local first = head()
    if first and not (level.heap[1] and before(level.heap[1], first)) then
      level.at = level.at + 2
      return load_group(prefix, first.id, first.score, key, window, caps)
    end
    return level.heap[1] and heap_pop(level.heap)
  end
  return level
end

-- levels: the sorted sets in their order, each as {key, parked = groups that take part though they are parked}.
-- Calls serve(group) for each pick and deny(group, why) for each group that may not go on. Returns the time of the next
-- serve, and true when no group was left to look at.
-- budget.jobs: most picks; budget.visits: most groups looked at, so that a crowd of denied groups stays bounded.
local function pick(prefix, levels, window, caps, order, budget, served_at, now, serve, deny)
  for _, place in ipairs(levels) do
    local level = open_level(prefix, place.key, place.parked, window, caps)
    while true do
      if budget.jobs <= 0 or window.left <= 0 or budget.visits <= 0 then return served_at end
      local group = level.next()
      if not group then break end
      budget.visits = budget.visits - 1
      local held = group.admitted + (caps.ordered and group.non_ready or 0)
      if group.pending + group.staged == 0 then
        deny(group, 'nothing')
      elseif group.throttled_until > now then
        deny(group, 'throttled')
      elseif group.cap > 0 and held >= group.cap then
        deny(group, 'concurrency')
      elseif not has_token(window, group.rate) then
        deny(group, 'share')
      else
        take_token(window, group.rate)
        budget.jobs = budget.jobs - 1
        group.picks, group.admitted = group.picks + 1, group.admitted + 1
        if group.staged > 0 then
          group.staged, group.non_ready = group.staged - 1, group.non_ready - 1
          group.unstaged = group.unstaged + 1
        else
          group.pending = group.pending - 1
        end
        group.served_at, served_at = served_at, served_at + STEP
        group.score = score_of(group.served_at, group.base, group.done, group.total, order)
        serve(group)
        if group.pending + group.staged > 0 then heap_push(level.heap, group) end
      end
    end
  end
  return served_at, true
end
