-- Plays the next serves of the fair queue without writing anything: exactly the order that one-by-one dequeues give.
-- Only the best groups of each level are read, because a batch of n serves cannot reach further than n groups down
-- plus those it finds denied.
local CHUNK = 25 -- small, because Redis takes longer to write a score than to find it

local function load_group(prefix, id, score, level, window, caps)
  local meta = redis.call('HMGET', prefix .. 'group:' .. id .. ':meta', 'totalJobs', 'doneJobs', 'basePriority',
    'admitted', 'nonReady', 'windowId', 'windowUsed', 'maxRps', 'maxConcurrency', 'status', 'throttledUntil',
    'nextToken')
  local group = {
    id = id, score = score, level = level, picks = 0, unstaged = 0, status = meta[10],
    throttled_until = tonumber(meta[11] or '0'),
    total = tonumber(meta[1] or '0'), done = tonumber(meta[2] or '0'), base = tonumber(meta[3] or '0'),
    admitted = tonumber(meta[4] or '0'), non_ready = tonumber(meta[5] or '0'),
    rate = rate_of(window, meta[6], meta[7], meta[8], meta[12]), cap = caps.per_group, staged = 0,
  }
  group.pending = max(0, group.total - group.done - group.admitted - group.non_ready) -- as long as its list, by the books
  local own_cap = tonumber(meta[9] or '0')
  if own_cap > 0 and (group.cap == 0 or own_cap < group.cap) then group.cap = own_cap end
  if caps.ordered then group.cap = 1 end
  if group.non_ready > 0 then group.staged = redis.call('LLEN', prefix .. 'group:' .. id .. ':staged') end
  return group
end

-- A level's groups, best first: those still as Redis has them merged with those this batch has served already.
local function open_level(prefix, key, also, window, caps)
  local heap, page, at, offset, head = {}, {}, 1, 0, nil
  for _, group in ipairs(also or {}) do heap_push(heap, group) end
  local function first()
    if head then return head end
    if at > #page and offset then
      page = redis.call('ZRANGE', key, offset, offset + CHUNK - 1, 'REV', 'WITHSCORES')
      at, offset = 1, #page == 2 * CHUNK and offset + CHUNK or nil
    end
    head = page[at] and { id = page[at], score = tonumber(page[at + 1]) }
    at = at + 2
    return head
  end
  local level = {}
  function level.next()
    local unserved, served = first(), heap[1]
    if not unserved or (served and before(served, unserved)) then return served and heap_pop(heap) end
    head = nil
    return load_group(prefix, unserved.id, unserved.score, key, window, caps)
  end
  -- The best of those that were not taken; the one taken is served on until this one is better.
  function level.rival()
    local unserved, served = first(), heap[1]
    if not unserved or (served and before(served, unserved)) then return served end
    return unserved
  end
  function level.take_back(group) heap_push(heap, group) end
  return level
end

-- Why a group's next job may not be picked, or nil and how many of its jobs may.
local function refusal(group, window, caps, now)
  local most = group.pending + group.staged
  if most == 0 then return 'nothing' end
  if group.throttled_until > now then return 'throttled' end
  if group.cap > 0 then
    most = min(most, group.cap - group.admitted - (caps.ordered and group.non_ready or 0))
    if most <= 0 then return 'concurrency' end
  end
  local tokens = tokens_left(window, group.rate)
  if tokens == 0 then return 'share' end
  return nil, min(most, tokens)
end

-- Serves a group until another is better, at most so often. Returns how often, and the time of the next serve.
local function serve_on(group, rival, most, order, served_at)
  local count = 0
  repeat
    count, group.served_at = count + 1, served_at
    group.score = score_of(served_at, group.base, group.done, group.total, order)
    served_at = served_at + STEP
  until count == most or (rival and before(rival, group))
  return count, served_at
end

-- levels: the sorted sets in their order, each as {key, parked = groups that take part though they are parked}.
-- Calls serve(group, count) for picks of a group in a row, and deny(group, why) for each group that may not go on. Returns
-- the time of the next serve, and true when no group was left to look at.
-- budget.jobs: most picks; budget.visits: most groups looked at, so that a crowd of denied groups stays bounded.
local function pick(prefix, levels, window, caps, order, budget, served_at, now, serve, deny)
  for _, place in ipairs(levels) do
    local level = open_level(prefix, place.key, place.parked, window, caps)
    while true do
      if budget.jobs <= 0 or window.left <= 0 or budget.visits <= 0 then return served_at end
      local group = level.next()
      if not group then break end
      budget.visits = budget.visits - 1
      local why, most = refusal(group, window, caps, now)
      if why then
        deny(group, why)
      else
        local count
        count, served_at = serve_on(group, level.rival(), min(most, budget.jobs), order, served_at)
        take_tokens(window, group.rate, count)
        budget.jobs = budget.jobs - count
        group.picks, group.admitted = group.picks + count, group.admitted + count
        local unstaged = min(count, group.staged)
        group.staged, group.non_ready = group.staged - unstaged, group.non_ready - unstaged
        group.unstaged, group.pending = group.unstaged + unstaged, group.pending - (count - unstaged)
        serve(group, count)
        if group.pending + group.staged > 0 then level.take_back(group) end
      end
    end
  end
  return served_at, true
end
