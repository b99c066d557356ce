#!lua flags=allow-oom
--[[
  Serves the fair queue: takes the next jobs in fair order and places them in Ready, no more than will have tokens soon. A
  group that may not be served is parked. It is the only way into Ready. Dequeue and placement are one step, so nothing is
  ever taken out that cannot be placed. For a caller with idle workers the claim is part of that step.

  KEYS   1 high ZSET fair-queue:high    2 normal ZSET fair-queue:normal    3 low ZSET fair-queue:low
         4 parked ZSET parked-groups    5 rate_limited ZSET rate-limited-groups    6 ready LIST ready-queue
         7 pace HASH pace    8 state HASH state    9 wake_worker LIST wake:worker    10 wake_fetcher LIST wake:fetcher
  ARGV   1 prefix    2 limit int > 0    3 min_depth    4 max_size    5 target_wait_ms    6 rate (lib/window)
         7 max_per_group, 0 = none    8 ordered 1|0    9 order (lib/fair)    10 round_ms (lib/lap)    11 cost jobs|time
         12 congestion (lib/congestion)    13 early 1|0, nobody was woken for what this call leaves    14 claim_limit,
         0 = none: how many of the jobs it moves are claimed at once    15 claim    16 lease_ms    17 max_concurrency
         18 foreign    19 sending_window, these as claim has them    20 weights of the settings (lib/fair)    21 now ms, '' = Redis TIME
  RETURNS 1 stop paused (or outside the sending window)|full|window (tokens are gone)|more (for the next batch)|empty    2 wait_ms, -1 = until woken
         3 ready    4 parked    5 denied, groups without tokens of their own    6 depth    7 claimed, what claim returns,
         empty where nothing was claimed
]]
local high, normal, low, parked, rate_limited, ready = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local pace, state, wake_worker, wake_fetcher = KEYS[7], KEYS[8], KEYS[9], KEYS[10]
local limit, rate = tonumber(ARGV[2]), ARGV[6]
local wanted = { min = tonumber(ARGV[3]), max = tonumber(ARGV[4]), target_wait_ms = tonumber(ARGV[5]) }
local turns = { max_per_group = tonumber(ARGV[7]), ordered = ARGV[8] == '1', round_ms = tonumber(ARGV[10]), cost = ARGV[11],
  congestion = ARGV[12], weights = ARGV[20], max_groups = 100 } -- a group costs as much as several jobs
local early = ARGV[13] == '1'
local terms = { limit = tonumber(ARGV[14]), claim = ARGV[15], lease_ms = tonumber(ARGV[16]),
  max_concurrency = tonumber(ARGV[17]), foreign = ARGV[18], sending_window = ARGV[19] }
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[9]), now = clock(ARGV[21]) }
-- include tuned
-- why before the rest: creating the functions below costs more than most of what they do for a single job
queue.tuned = read_state(queue, state, terms.sending_window)
if queue.tuned.closed_ms then return { 'paused', queue.tuned.closed_ms, 0, 0, 0, 0, {} } end
if redis.call('EXISTS', high, normal, low, parked, rate_limited) == 0 then return { 'empty', -1, 0, 0, 0, 0, {} } end
-- include lap_text
-- include wake
-- include window
-- include pace
-- include room
-- include pick
-- include ring
-- include unpark
-- include served
-- include spare
-- include claim_plain

local now = queue.now
terms.spare = terms.limit > 0 and open_spare(terms.foreign) or nil
local function answer(stop, wait_ms, depth, counts)
  if early and (wait_ms >= 0 or stop == 'full') then wake(wake_fetcher) end
  counts = counts or { ready = 0, parked = 0, denied = 0 }
  return { stop, wait_ms, counts.ready, counts.parked, counts.denied, depth, {} }
end

-- why a function: a script may have 200 names outside of functions
local function serve()
  local seen, window = open_pace(pace), open_window(queue, rate, queue.tuned.global_rps)
  queue.longest_delay, queue.pace = seen.longest_delay, seen
  local tokens, waiting = open_limit(window, window.per_window, seen.windows), waiting_in(queue)
  local depth, workers_take = depth_of(seen, wanted, now)
  local plan_until = math.min(now + wanted.target_wait_ms, window.ends - 1)
  local payable = tokens_left(tokens, window, plan_until) - waiting
  if depth <= waiting then return answer('full', -1, depth) end
  if payable <= 0 then
    if tokens.is_guess then
      save_tokens(seen, tokens, window)
      close_pace(seen)
    end
    return answer('window', token_at(tokens, window, waiting + 1) - now, depth)
  end
  local next_due = unpark_due(queue, parked, queue.longest_delay)
  local next_token = unpark_due(queue, rate_limited, 2 * window.ms)
  if terms.spare then unpark_waiting(queue, terms.spare) end

  local room = math.min(depth - waiting, payable)
  local batch = { queue = queue, window = window, plan_until = plan_until, jobs = math.min(limit, room), groups = turns.max_groups,
    visits = MAX_VISITS, rate = workers_take, round_ms = turns.round_ms, cap = turns.max_per_group,
    ordered = turns.ordered, met = {}, tenants = {},
    picked = {}, served_at = serve_after(seen.served_at, now), mean_ms = turns.cost == 'time' and seen.mean_ms or nil,
    congestion = congestion_policy(turns.congestion), weights = turns.weights }
  local laps = { lapHigh = lap_of(seen.lap_high), lapNormal = lap_of(seen.lap_normal), lapLow = lap_of(seen.lap_low) }
  local exhausted = pick(batch, open_ring(high, 'high', laps.lapHigh))
    and pick(batch, open_ring(normal, 'normal', laps.lapNormal)) and pick(batch, open_ring(low, 'low', laps.lapLow))
  for field, lap in pairs(laps) do
    if lap.is_entered then set_pace(seen, field, lap_text(lap)) end
  end
  local ids = take_picked(batch)
  local counts = save_met(batch)
  counts.ready = #ids
  if #ids > 0 then
    redis.call('RPUSH', ready, unpack(ids))
    if terms.limit == 0 or window.all_weigh then wake(wake_worker) end
  end
  if batch.served_at > tonumber(seen.served_at or '0') + STEP then set_pace(seen, 'servedAt', exact(batch.served_at - STEP)) end

  local stop, wait_ms = 'empty', -1
  if not exhausted then
    stop, wait_ms = 'more', 0
    if batch.jobs == 0 and limit >= room then
      if payable <= room then stop, wait_ms = 'window', token_at(tokens, window, waiting + #ids + 1) - now
      else stop, wait_ms = 'full', -1 end
    end
  else
    if counts.parked > 0 then next_due, next_token = first_due(parked), first_due(rate_limited) end
    local first = math.min(next_due or math.huge, next_token or math.huge)
    if first < math.huge then wait_ms = math.max(1, math.ceil(first - now)) end
  end
  local reply = answer(stop, wait_ms, depth, counts)
  if terms.limit > 0 and #ids > 0 and not window.all_weigh then
    terms.window, terms.tokens = window, tokens
    terms.max_concurrency, terms.closes = queue.tuned.max_concurrency or terms.max_concurrency, queue.tuned.closes
    reply[7] = claim_plain(queue, seen, terms)
  end
  close_pace(seen)
  return reply
end

return serve()
