#!lua flags=allow-oom
--[[
  Serves the fair queue: takes the next jobs in fair order, a token each, and places them in Ready. A group whose share
  of the window is used up has its next jobs staged in Non-ready and is parked. Dequeue, token and placement are one
  step, so nothing is ever taken out that cannot be placed. For a caller with idle workers the claim is part of that step.

  KEYS   1 high ZSET fair-queue:high    2 normal ZSET fair-queue:normal    3 low ZSET fair-queue:low
         4 parked ZSET parked-groups    5 active SET active-groups    6 ready LIST ready-queue
         7 non_ready ZSET non-ready-queue    8 pace HASH pace    9 state HASH state    10 wake_worker LIST wake:worker
         11 wake_dispatcher LIST wake:dispatcher    12 wake_fetcher LIST wake:fetcher    13 in_flight ZSET in-flight
  ARGV   1 prefix    2 limit int > 0    3 min_depth    4 max_size    5 target_wait_ms    6 per_window, tokens
         7 window_ms    8 max_staged    9 max_per_group, 0 = none    10 ordered 1|0    11 order (lib/fair)
         12 round_ms (lib/turn)    13 congestion 1|0    14 base_backoff_ms    15 max_backoff_ms    16 default_backoff_ms
         17 retention_ms    18 early 1|0, nobody was woken for what this call leaves    19 claim_limit, 0 = none: how
         many of the jobs it moves are claimed at once    20 claim    21 lease_ms    22 max_concurrency
         23 job_retention_ms, these as claim has them    24 now ms, '' = Redis TIME
  RETURNS 1 stop paused|dispatch (due jobs of Non-ready go first)|full|window (tokens are gone)|more (for the next
         batch)|empty    2 wait_ms, -1 = until woken    3 ready    4 staged    5 parked    6 denied_share    7 depth
         8 claimed, what claim returns, empty where nothing was claimed
]]
local high, normal, low, parked, active, ready = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local non_ready, pace, state = KEYS[7], KEYS[8], KEYS[9]
local wake_worker, wake_dispatcher, wake_fetcher, in_flight = KEYS[10], KEYS[11], KEYS[12], KEYS[13]
local limit, per_window, window_ms = tonumber(ARGV[2]), tonumber(ARGV[6]), tonumber(ARGV[7])
local wanted = { min = tonumber(ARGV[3]), max = tonumber(ARGV[4]), target_wait_ms = tonumber(ARGV[5]) }
local max_staged, max_per_group, ordered = tonumber(ARGV[8]), tonumber(ARGV[9]), ARGV[10] == '1'
local round_ms, early, MAX_GROUPS = tonumber(ARGV[12]), ARGV[18] == '1', 100
local policy = { enabled = ARGV[13] == '1', base_ms = tonumber(ARGV[14]), max_ms = tonumber(ARGV[15]),
  default_ms = tonumber(ARGV[16]), retention_ms = tonumber(ARGV[17]) }
local terms = { limit = tonumber(ARGV[19]), claim = ARGV[20], lease_ms = tonumber(ARGV[21]),
  max_concurrency = tonumber(ARGV[22]), retention_ms = ARGV[23] }
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[11]), now = clock(ARGV[24]) }
-- include wake
-- include window
-- include pace
-- include room
-- include turn
-- include pick
-- include unpark
-- include status
-- include stage
-- include served
-- include claim

local now = queue.now
local function answer(stop, wait_ms, depth, counts)
  if early and (wait_ms >= 0 or stop == 'full') then wake(wake_fetcher) end
  counts = counts or { ready = 0, staged = 0, parked = 0, denied = 0 }
  return { stop, wait_ms, counts.ready, counts.staged, counts.parked, counts.denied, depth, {} }
end

if redis.call('HGET', state, 'paused') == '1' then return answer('paused', -1, 0) end
if redis.call('EXISTS', high, normal, low, parked) == 0 then return answer('empty', -1, 0) end
local seen, window = open_pace(pace), open_window(queue, active, per_window, window_ms)
local room, depth, rate = room_in(ready, seen, wanted, now)
if room <= 0 then return answer('full', -1, depth) end
if window.left <= 0 then return answer('window', window.ends - now, depth) end
-- why: due jobs have waited longer than anything in the fair queue, so the first tokens of a new window are theirs
if #redis.call('ZRANGEBYSCORE', non_ready, '-inf', now, 'LIMIT', 0, 1) > 0 then return answer('dispatch', 0, depth) end
local first_due = first_parked(parked)
if first_due and first_due <= now then unpark_due(queue, parked) end
unpark_grown(queue, parked, seen, window)

local touched, sequence = {}, {}
local budget = { jobs = math.min(limit, room), groups = MAX_GROUPS }
local caps = { per_group = max_per_group, ordered = ordered }
local function turn(key) return turn_at(key, budget.jobs, rate, round_ms) end
local levels = { { key = high, turn = turn }, { key = normal, turn = turn }, { key = low, turn = turn } }
local served_at, exhausted = pick(queue, levels, window, caps, budget, serve_after(seen.served_at, now),
  function(group, count)
    for _ = 1, count do sequence[#sequence + 1] = group end
    if group.picks == count then touched[#touched + 1] = group end
  end,
  function(group, why)
    group.denied = why
    if group.picks == 0 then touched[#touched + 1] = group end
  end)

local staged, parked_count, denied_share, scores, gone, dispatched = 0, 0, 0, {}, {}, {}
for _, group in ipairs(touched) do
  if group.picks > 0 then group.ids = take_picked(queue, non_ready, group) end
  if group.denied == 'share' then
    denied_share = denied_share + 1
    if not ordered then
      local most = math.min(max_staged - group.staged, limit - staged)
      staged = staged + stage(queue, non_ready, group, { most = most, window = window, policy = policy })
    end
  end
  group.dispatched = group.status == 'CREATED' and group.picks + group.staged > 0
  if group.dispatched then dispatched[#dispatched + 1] = group.id end
  if save_served(queue, parked, group, window) then parked_count = parked_count + 1 end
  local change = (group.denied or group.pending + group.staged == 0) and gone or scores
  change[group.level] = change[group.level] or {}
  if change == scores then table.insert(scores[group.level], exact(group.score)) end
  table.insert(change[group.level], group.id)
end
index_all(queue, dispatched, 'CREATED', 'DISPATCHED')
for level, pairs_of in pairs(scores) do redis.call('ZADD', level, unpack(pairs_of)) end
for level, ids in pairs(gone) do redis.call('ZREM', level, unpack(ids)) end

if #sequence > 0 then
  local ids = in_order(sequence)
  if #ids > 0 then redis.call('RPUSH', ready, unpack(ids)) end
  set_pace(seen, 'servedAt', exact(served_at - STEP))
  close_window(window)
  if terms.limit == 0 then wake(wake_worker) end
end
if staged > 0 then wake(wake_dispatcher) end

local stop, wait_ms = 'empty', -1
if window.left <= 0 then
  stop, wait_ms = 'window', window.ends - now
elseif not exhausted then
  stop, wait_ms = (#sequence >= room) and 'full' or 'more', (#sequence >= room) and -1 or 0
elseif first_due or parked_count > 0 then
  first_due = first_parked(parked)
  if first_due then wait_ms = math.max(1, math.ceil(first_due - now)) end
end
local reply = answer(stop, wait_ms, depth,
  { ready = #sequence, staged = staged, parked = parked_count, denied = denied_share })
if terms.limit > 0 and #sequence > 0 then
  local keys, count = { ready = ready, in_flight = in_flight, wake_worker = wake_worker }, 0
  reply[8], count = claim_ready(queue, keys, terms)
  if count > 0 then record_claims(seen, count, now) end
end
close_pace(seen)
return reply
