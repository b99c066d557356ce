-- include fair
-- include heap
-- include window
-- The groups of one level of the fair queue, as a batch of serves sees them. Writes nothing.
local CHUNK = 25 -- small, because Redis takes longer to write a score than to find it

local function load_group(queue, id, score, level, window, caps)
  local meta = redis.call('HMGET', queue.prefix .. 'group:' .. id .. ':meta', 'totalJobs', 'doneJobs', 'basePriority',
    'admitted', 'nonReady', 'window', 'maxRps', 'maxConcurrency', 'status', 'throttledUntil', 'nextToken')
  local total, done = tonumber(meta[1] or '0'), tonumber(meta[2] or '0')
  local admitted, non_ready = tonumber(meta[4] or '0'), tonumber(meta[5] or '0')
  local group = {
    id = id, score = score, level = level, status = meta[9], total = total, admitted = admitted, non_ready = non_ready,
    base = tonumber(meta[3] or '0'), boost = boost_of(done, total, queue.order), throttled_until = tonumber(meta[10] or '0'),
    pending = max(0, total - done - admitted - non_ready), -- by its counters, the length of its list
    rate = rate_of(window, meta[6], meta[7], meta[11]), cap = caps.per_group, picks = 0, staged = 0, unstaged = 0,
    may = 0, -- serves until it must be checked again whether it may continue
  }
  local own_cap = tonumber(meta[8] or '0')
  if own_cap > 0 and (group.cap == 0 or own_cap < group.cap) then group.cap = own_cap end
  if caps.ordered then group.cap = 1 end
  if non_ready > 0 then group.staged = redis.call('LLEN', queue.prefix .. 'group:' .. id .. ':staged') end
  return group
end

-- The groups of a level, best first: those that are still as Redis has them, merged with those that this batch has served
-- already. Of the latter, groups that differ only in their last serve keep the order of their serves: they wait in a lane,
-- and only the heads of the lanes are compared.
-- set: key of the sorted set, and turn(key): how many jobs a turn has there (lib/turn). Returns nil for a level without
-- groups.
local function open_level(queue, set, jobs, window, caps)
  local key, page, at, offset = set.key, nil, 1, 0
  local function next_page()
    page = redis.call('ZRANGE', key, offset, offset + CHUNK - 1, 'REV', 'WITHSCORES')
    at, offset = 1, #page == 2 * CHUNK and offset + CHUNK or nil
  end
  next_page()
  if #page == 0 then return nil end -- before anything else, because most levels are empty
  local heads, lanes, head = {}, {}, nil
  local turn = offset and set.turn(key)
  local given, rested = 0, false -- given: jobs that the turns of this batch may take
  local function first()
    if head then return head end
    if at > #page and offset then next_page() end
    head = page[at] and { id = page[at], score = tonumber(page[at + 1]) }
    at = at + 2
    return head
  end
  -- Nobody where the batch has no room for another turn: a group gets a whole turn or waits for the next batch.
  local function unserved_rival()
    if turn and given + turn > jobs then return nil end
    return first()
  end
  local function best_of_all()
    local unserved, lane = unserved_rival(), heads[1]
    if not unserved or (lane and before(lane, unserved)) then return lane end
    return unserved
  end
  local level = {}
  -- The group that was taken is served until this one is better, even if this one has to wait for another batch.
  function level.rival()
    return best_of_all() or first()
  end
  function level.next()
    local best = best_of_all()
    if not best then return nil end
    if best == head then
      head, given = nil, given + (turn or 0)
      return load_group(queue, best.id, best.score, key, window, caps)
    end
    local group, i = best[best.first], best.first + 1
    local behind = best[i]
    best[i - 1], best.first = nil, i
    if behind then
      best.score, best.id = behind.score, behind.id
      heap_sink(heads)
    else
      heap_pop(heads)
    end
    return group
  end
  -- What the group leaves of its turn goes to others.
  function level.leave(group)
    given = given + group.picks - (turn or group.picks)
  end
  function level.take_back(group)
    if turn and group.picks >= turn and first() and before(first(), group) then
      rested = true
      return level.leave(group)
    end
    local lift = group.base + group.boost
    local lane = lanes[lift]
    if not lane then
      lane = { first = 1, last = 0 }
      lanes[lift] = lane
    end
    lane.last = lane.last + 1
    lane[lane.last] = group
    if lane.last == lane.first then
      lane.score, lane.id = group.score, group.id
      heap_push(heads, lane)
    end
  end
  -- The groups that only take turns with each other, because nobody else can come in between; and for how many rounds none
  -- of them drops out.
  function level.circle()
    if #heads ~= 1 or unserved_rival() then return nil, 0 end
    local lane, rounds = heads[1], jobs
    for i = lane.first, lane.last do
      local group = lane[i]
      rounds = min(rounds, group.may - 1, turn and turn - group.picks - 1 or jobs)
      if rounds <= 0 then return nil, 0 end
    end
    return lane, rounds
  end
  -- Whether a group that may have more jobs is left to the next batch.
  function level.leaves_some()
    return rested or first() ~= nil
  end
  return level
end
