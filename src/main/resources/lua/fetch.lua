#!lua flags=allow-oom
--[[
  Serves the fair queue: takes the next jobs in fair order, a token each, and places them in Ready. A group whose share
  of the window is used up has its next jobs staged in Non-ready and is parked. Dequeue, token and placement are one
  step, so nothing is ever taken out that cannot be placed; for a caller with idle workers so is the claim.

  KEYS   1 high ZSET    2 normal ZSET    3 low ZSET    4 parked ZSET    5 active SET    6 ready LIST
         7 non_ready ZSET    8 pace HASH    9 state HASH    10 wake_worker LIST    11 wake_dispatcher LIST
         12 wake_fetcher LIST    13 in_flight ZSET
  ARGV   1 prefix    2 limit int > 0    3 min_depth    4 max_size    5 target_wait_ms    6 per_window, tokens
         7 window_ms    8 max_staged    9 max_per_group, 0 = none    10 ordered 1|0    11 order (lib/fair)
         12 round_ms (lib/turn)    13 congestion 1|0    14 base_backoff_ms    15 max_backoff_ms    16 default_backoff_ms
         17 retention_ms    18 early 1|0, nobody was woken for what it leaves    19 claim_limit, 0 = none: how many of
         what it brings are claimed at once    20 claim    21 lease_ms    22 max_concurrency    23 job_retention_ms, these
         as claim has them    24 now ms, '' = Redis TIME
  RETURNS {stop, wait_ms, ready, staged, parked, denied_share, depth}; stop is paused, dispatch (due jobs of Non-ready go
         first), full, window (tokens are gone), more (for the next batch) or empty; wait_ms -1 = until woken; where it
         claimed, what claim returns follows
]]
local high, normal, low, parked, active, ready = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local non_ready, pace, state = KEYS[7], KEYS[8], KEYS[9]
local wake_worker, wake_dispatcher, wake_fetcher, in_flight = KEYS[10], KEYS[11], KEYS[12], KEYS[13]
local prefix, limit, min_depth, max_size = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local target_wait_ms, per_window, window_ms = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local max_staged, max_per_group, ordered = tonumber(ARGV[8]), tonumber(ARGV[9]), ARGV[10] == '1'
local round_ms, early, MOST_GROUPS = tonumber(ARGV[12]), ARGV[18] == '1', 100
local policy = { enabled = ARGV[13] == '1', base_ms = tonumber(ARGV[14]), max_ms = tonumber(ARGV[15]),
  default_ms = tonumber(ARGV[16]), retention_ms = tonumber(ARGV[17]) }
local terms = { limit = tonumber(ARGV[19]), claim = ARGV[20], lease_ms = tonumber(ARGV[21]),
  max_concurrency = tonumber(ARGV[22]), retention_ms = ARGV[23] }
-- include fair
local order = fair_order(ARGV[11])
-- include clock
local now = clock(ARGV[24])
-- include wake
-- include window
-- include pace
-- include room
-- include heap
-- include turn
-- include level
-- include pick
-- include park
-- include unpark
-- include congestion
-- include status
-- include stage
-- include served
-- include settle
-- include cancel
-- include claim

local function answer(stop, wait_ms, depth, taken, staged, parked_count, denied_share)
  if early and (wait_ms >= 0 or stop == 'full') then wake(wake_fetcher) end
  return { stop, wait_ms, taken or 0, staged or 0, parked_count or 0, denied_share or 0, depth }
end

if redis.call('HGET', state, 'paused') == '1' then return answer('paused', -1, 0) end
if redis.call('EXISTS', high, normal, low, parked) == 0 then return answer('empty', -1, 0) end
local seen, window = open_pace(pace), open_window(prefix, active, per_window, window_ms, now)
local room, depth, rate = room_in(ready, seen, now, min_depth, max_size, target_wait_ms)
if room <= 0 then return answer('full', -1, depth) end
if window.left <= 0 then return answer('window', window.ends - now, depth) end
-- why: those wait longer than anything in the fair queue, and a new window's first tokens are theirs
if #redis.call('ZRANGEBYSCORE', non_ready, '-inf', now, 'LIMIT', 0, 1) > 0 then return answer('dispatch', 0, depth) end
local first_due = first_parked(parked)
if first_due and first_due <= now then unpark_due(prefix, parked, order, now) end
unpark_grown(prefix, parked, seen, window, order)

local touched, sequence = {}, {}
local budget = { jobs = math.min(limit, room), groups = MOST_GROUPS }
local caps = { per_group = max_per_group, ordered = ordered }
local function turn(key) return turn_at(key, budget.jobs, rate, round_ms) end
local levels = { { key = high, turn = turn }, { key = normal, turn = turn }, { key = low, turn = turn } }
local served_at, exhausted = pick(prefix, levels, window, caps, order, budget, serve_after(seen.served_at, now), now,
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
  if group.picks > 0 then group.ids = take_picked(prefix, non_ready, group) end
  if group.denied == 'share' then
    denied_share = denied_share + 1
    if not ordered then
      local most = math.min(max_staged - group.staged, limit - staged)
      staged = staged + stage(prefix, non_ready, group, most, window, policy, now)
    end
  end
  group.dispatched = group.status == 'CREATED' and group.picks + group.staged > 0
  if group.dispatched then dispatched[#dispatched + 1] = group.id end
  if keep_served(prefix, parked, group, window) then parked_count = parked_count + 1 end
  local place = (group.denied or group.pending + group.staged == 0) and gone or scores
  place[group.level] = place[group.level] or {}
  if place == scores then table.insert(scores[group.level], exact(group.score)) end
  table.insert(place[group.level], group.id)
end
index_all(prefix, dispatched, 'CREATED', 'DISPATCHED', now)
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
local reply = answer(stop, wait_ms, depth, #sequence, staged, parked_count, denied_share)
if terms.limit > 0 and #sequence > 0 then
  local count = claim_ready(reply, prefix, ready, in_flight, wake_worker, terms, order, now)
  if count > 0 then record_claims(seen, count, now) end
end
close_pace(seen)
return reply
