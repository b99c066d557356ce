-- include fair
-- include lap
-- include ring
-- include turn
-- include window
--[[
  Plays the next turns of the fair queue without writing anything: who is next, and how much.

  Who is next: the group with the highest score, -lastServedAt + basePriority + boost (lib/fair). How much: deficit round
  robin. At its turn a group gets credit, turn x weight, and is served while its credit covers the cost of a job. What is left
  is kept up to one turn; nothing is kept by a group that has run empty. A group whose turn the end of the batch cuts short
  keeps its place and its credit and goes on with the next batch. All turns of a lap are equally long (lib/lap).

  Ten jobs for five groups, so a turn is two jobs. A, B, C and D have plenty, E has one; D has weight 2, and B is throttled:

    score   group   credit   served   then
    best    A       0 + 2    a1 a2    to the end
            B       -        -        parked until its time
            C       0 + 2    c1 c2    to the end
            D       0 + 4    d1..d4   to the end
            E       0 + 2    e1       empty: leaves, its credit is void
    again   A       0 + 2    a3       the batch is full: keeps its place and a credit of 1

  Ready then gets a job of each in turn, lap by lap: a1 c1 d1 e1 a2 c2 d2 d3 d4, then a3.
]]
local MAX_VISITS, MAX_COST, MIN_COST = 1000, 10, 0.1

local META = { 'totalJobs', 'doneJobs', 'basePriority', 'admitted', 'nonReady', 'returned', 'throttledUntil', 'weight', 'credit',
  'maxConcurrency', 'maxRps', 'running', 'windows', 'durationSum', 'successCount', 'lastServedAt' }

local function cost_of(batch, duration_sum, successes)
  if not batch.mean_ms or successes == 0 then return 1 end
  return max(MIN_COST, min(MAX_COST, duration_sum / successes / batch.mean_ms))
end

-- Reads what decides about a group that the batch meets for the first time.
local function meet(batch, group, level)
  local meta = redis.call('HMGET', batch.queue.prefix .. 'group:' .. group.id .. ':meta', unpack(META))
  local function number(i) return tonumber(meta[i] or '0') end
  local total, done, own_cap, max_rps = number(1), number(2), number(10), number(11)
  group.total, group.admitted, group.non_ready, group.returned = total, number(4), number(5), number(6)
  group.pending = max(0, total - done - group.admitted - group.non_ready) -- by its counters, what its lists hold
  group.lift = number(3) + boost_of(done, total, batch.queue.order)
  group.throttled_until, group.running = number(7), number(12)
  group.weight, group.credit, group.old_credit = tonumber(meta[8] or '1'), number(9), meta[9]
  group.cost, group.picks, group.last = cost_of(batch, number(14), number(15)), 0, number(16)
  group.cap = (own_cap > 0 and (batch.cap == 0 or own_cap < batch.cap)) and own_cap or batch.cap
  if batch.ordered then group.cap = 1 end
  group.limit = limit_of(batch.window, max_rps, meta[13])
  batch.groups, batch.met[#batch.met + 1], group.level = batch.groups - 1, group, level
end

-- Why the next job of a group may not be picked, or nil and how many may. What waits in Ready has not paid yet.
local function denial_of(batch, group)
  local most = group.pending
  if most == 0 then return 'nothing' end
  if group.throttled_until > batch.queue.now then return 'throttled' end
  if group.cap > 0 then
    most = min(most, group.cap - group.admitted - (batch.ordered and group.non_ready or 0))
    if most <= 0 then return 'concurrency' end
  end
  if group.limit then
    local in_ready = group.admitted - group.running
    -- why: what was sent back for want of tokens may be older than what is in Ready, which must come back first
    if group.returned > 0 and group.picks == 0 and in_ready > 0 then return 'rate' end
    most = min(most, tokens_left(group.limit, batch.window, batch.plan_until) - in_ready)
    if most <= 0 then return 'rate' end
  end
  return nil, most
end

-- One turn of a group, `most` jobs at most. Returns how many it was served.
local function serve(batch, group, most, turn)
  if group.credit < group.cost then group.credit = group.credit + turn * group.weight end
  local count = min(math.floor(group.credit / group.cost + 1e-9), most, batch.jobs)
  local is_cut = count == batch.jobs and count < most and group.credit - (count + 1) * group.cost > -1e-9
  group.credit = group.credit - count * group.cost
  group.picks, group.admitted, group.pending = group.picks + count, group.admitted + count, group.pending - count
  batch.jobs = batch.jobs - count
  if not is_cut then -- why not the credit of one that is: the next batch may be smaller, with shorter turns
    group.credit = min(group.credit, max(turn * group.weight, group.cost))
    group.served_at, group.last = batch.served_at, batch.served_at
    group.score = score_of(batch.served_at, group.lift, 0)
    batch.served_at = batch.served_at + STEP
  end
  return count
end

-- Groups of the same priority that have one turn each: what they are served enters Ready a job each in turn.
local function note_turn(batch, group, count)
  if group.lap == batch.lap or group.lift ~= batch.lift then batch.lap, batch.lift = batch.lap + 1, group.lift end
  group.lap = batch.lap
  if count > 0 then batch.turns[#batch.turns + 1] = { group = group, count = count, lap = batch.lap } end
end

-- Serves the groups of one level, whose lap goes on. Returns true when no group was left that could have been served.
local function pick(batch, key, lap)
  local ring = open_ring(key)
  if is_exhausted(ring) then return true end
  local size = ring.offset and redis.call('ZCARD', key) or #ring.page / 2
  if size > FEW then -- a lap takes many batches: each has its own turns, by the speed of the workers
    lap = { since = batch.served_at, turn = turn_of(size, batch.jobs, batch.rate, batch.round_ms) }
  end
  local in_vain = 0 -- turns since the last job that was served
  batch.lap = batch.lap + 1
  while batch.jobs > 0 and batch.groups > 0 and batch.visits > 0 do
    local group = take_best(ring)
    if not group then return true end
    batch.visits = batch.visits - 1
    if not group.level then meet(batch, group, key) end
    local why, most = denial_of(batch, group)
    group.denied = why
    if not why then
      if group.last >= lap.since then begin_lap(lap, batch, size) end
      local count = serve(batch, group, most, lap.turn)
      note_turn(batch, group, count)
      if group.pending > 0 then take_back(ring, group) else group.credit = 0 end
      in_vain = count == 0 and in_vain + 1 or 0
      if in_vain > 0 and in_vain >= #ring.served and not next_unmet(ring) then
        skip_laps(ring.served, lap.turn)
        in_vain = 0
      end
    end
    if why or group.pending == 0 then size = size - 1 end
  end
  return is_exhausted(ring)
end

-- The groups in the order in which their jobs enter Ready, one entry for each job.
local function in_order(turns)
  local sequence, first = {}, 1
  while turns[first] do
    local last, longest = first, turns[first].count
    while turns[last + 1] and turns[last + 1].lap == turns[first].lap do
      last = last + 1
      longest = max(longest, turns[last].count)
    end
    for round = 1, longest do
      for i = first, last do
        if turns[i].count >= round then sequence[#sequence + 1] = turns[i].group end
      end
    end
    first = last + 1
  end
  return sequence
end
