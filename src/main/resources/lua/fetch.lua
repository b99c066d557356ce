#!lua flags=allow-oom
--[[
  Serves the fair queue: takes the next jobs in fair order, a token each, and places them in Ready. A group whose share
  of the window is used up has its next jobs staged in Non-ready and is parked. Dequeue, token and placement are one
  step, so nothing is ever taken out that cannot be placed.

  KEYS   1 high ZSET    2 normal ZSET    3 low ZSET    4 parked ZSET    5 active SET    6 ready LIST
         7 non_ready ZSET    8 pace HASH    9 state HASH    10 wake_worker LIST    11 wake_dispatcher LIST
  ARGV   1 prefix    2 limit int > 0    3 min_depth    4 max_size    5 target_wait_ms    6 tokens per window
         7 window_ms    8 max_staged    9 max_per_group, 0 = none    10 ordered 1|0    11 alpha    12 max_boost
         13 congestion 1|0    14 base_backoff_ms    15 max_backoff_ms    16 default_backoff_ms    17 retention_ms
         18 now ms, '' = Redis TIME
  RETURNS {stop, wait_ms, ready, staged, parked, denied_share, depth}; stop is paused, dispatch (due jobs of Non-ready go
         first), full, window (tokens are gone), more (the batch was full) or empty; wait_ms -1 = until woken
]]
local high, normal, low, parked, active, ready = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local non_ready, pace, state, wake_worker, wake_dispatcher = KEYS[7], KEYS[8], KEYS[9], KEYS[10], KEYS[11]
local prefix, limit, min_depth, max_size = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local target_wait_ms, tokens, window_ms = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local max_staged, max_per_group, ordered = tonumber(ARGV[8]), tonumber(ARGV[9]), ARGV[10] == '1'
local order = { alpha = tonumber(ARGV[11]), max_boost = tonumber(ARGV[12]) }
local policy = { enabled = ARGV[13] == '1', base_ms = tonumber(ARGV[14]), max_ms = tonumber(ARGV[15]),
  default_ms = tonumber(ARGV[16]), retention_ms = tonumber(ARGV[17]) }
-- include clock
local now = clock(ARGV[18])
-- include fair
-- include wake
-- include window
-- include room
-- include heap
-- include pick
-- include park
-- include congestion

if redis.call('HGET', state, 'paused') == '1' then return { 'paused', -1, 0, 0, 0, 0, 0 } end
-- why: those wait longer than anything in the fair queue, and a new window's first tokens are theirs
if #redis.call('ZRANGEBYSCORE', non_ready, '-inf', now, 'LIMIT', 0, 1) > 0 then return { 'dispatch', 0, 0, 0, 0, 0, 0 } end

unpark(prefix, parked, redis.call('ZRANGEBYSCORE', parked, '-inf', now, 'LIMIT', 0, 500), order)

local window = open_window(prefix, active, tokens, window_ms, now)
local room, depth = room_in(ready, pace, now, min_depth, max_size, target_wait_ms)
if room <= 0 then return { 'full', -1, 0, 0, 0, 0, depth } end
if window.left <= 0 then return { 'window', window.ends - now, 0, 0, 0, 0, depth } end

local touched, sequence, stage_left = {}, {}, limit
local budget = { jobs = math.min(limit, room), visits = limit + 500 }
local served_at, exhausted = pick(prefix, { high, normal, low }, window, { per_group = max_per_group, ordered = ordered },
  order, budget, next_serve(pace, now), now,
  function(group)
    sequence[#sequence + 1] = group
    if group.picks == 1 then touched[#touched + 1] = group end
  end,
  function(group, why)
    group.denied = why
    if group.picks == 0 then touched[#touched + 1] = group end
  end)

local function pop_picked(group, key)
  group.ids = {}
  if group.unstaged > 0 then
    group.ids = redis.call('LPOP', key .. ':staged', group.unstaged)
    redis.call('ZREM', non_ready, unpack(group.ids))
  end
  if group.picks > group.unstaged then
    local fresh = redis.call('LPOP', key .. ':jobs', group.picks - group.unstaged)
    if group.unstaged == 0 then group.ids = fresh else
      for _, id in ipairs(fresh) do group.ids[#group.ids + 1] = id end
    end
  end
end

-- Stages at most two windows of the group's share. The due times keep the order of the jobs and fall on the start of a
-- window, where the dispatcher comes first: so a staged job is never overtaken by a younger one of its group.
local function stage(group, key)
  local count = math.min(math.min(2 * group.rate.limit, max_staged) - group.staged, group.pending, stage_left)
  if count <= 0 then return 0 end
  local ids = redis.call('LPOP', key .. ':jobs', count)
  redis.call('RPUSH', key .. ':staged', unpack(ids))
  local per_second, backoff, due = group.rate.limit * 1000 / window_ms, 0, {}
  for i, id in ipairs(ids) do
    backoff = backoff_of(group.non_ready + i - 1, per_second, policy)
    local start = math.max(window.ends, math.floor((now + backoff) / window_ms) * window_ms)
    due[2 * i - 1], due[2 * i] = exact(start + (group.staged + i) * STEP), id
  end
  redis.call('ZADD', non_ready, unpack(due))
  group.pending, group.staged, group.non_ready = group.pending - count, group.staged + count, group.non_ready + count
  stage_left = stage_left - count
  record_congestion(prefix, group.id, group.non_ready, count, backoff, per_second, policy, now)
  return count
end

local until_when = { share = window.ends, concurrency = 'inf' }
local staged, parked_count, denied_share, scores, gone = 0, 0, 0, {}, {}
for _, group in ipairs(touched) do
  local key = prefix .. 'group:' .. group.id
  if group.picks > 0 then pop_picked(group, key) end
  if group.denied == 'share' then
    denied_share = denied_share + 1
    if not ordered then staged = staged + stage(group, key) end
  end
  local change = { 'admitted', group.admitted, 'nonReady', group.non_ready, 'windowId', window.id,
    'windowUsed', group.rate.used }
  if group.served_at then
    change[9], change[10] = 'lastServedAt', exact(group.served_at)
  end
  if group.status == 'CREATED' then
    change[#change + 1], change[#change + 2] = 'status', 'DISPATCHED'
  end
  if group.denied and group.pending > 0 then
    redis.call('ZADD', parked, group.denied == 'throttled' and group.throttled_until or until_when[group.denied], group.id)
    change[#change + 1], change[#change + 2] = 'parked', group.denied
    parked_count = parked_count + 1
  end
  if group.total > 0 then redis.call('HSET', key .. ':meta', unpack(change)) end
  local place = (group.denied or group.pending + group.staged == 0) and gone or scores
  place[group.level] = place[group.level] or {}
  if place == scores then table.insert(scores[group.level], exact(group.score)) end
  table.insert(place[group.level], group.id)
end
for level, pairs_of in pairs(scores) do redis.call('ZADD', level, unpack(pairs_of)) end
for level, ids in pairs(gone) do redis.call('ZREM', level, unpack(ids)) end

if #sequence > 0 then
  local ids = {}
  for i, group in ipairs(sequence) do
    group.next = (group.next or 0) + 1
    ids[i] = group.ids[group.next]
  end
  redis.call('RPUSH', ready, unpack(ids))
  redis.call('HSET', pace, 'servedAt', exact(served_at - STEP))
  close_window(window)
  wake(wake_worker)
end

if staged > 0 then wake(wake_dispatcher) end

local stop, wait_ms = 'empty', -1
if window.left <= 0 then
  stop, wait_ms = 'window', window.ends - now
elseif not exhausted then
  stop, wait_ms = (#sequence >= room) and 'full' or 'more', (#sequence >= room) and -1 or 0
else
  local next_parked = redis.call('ZRANGE', parked, 0, 0, 'WITHSCORES')
  if next_parked[2] and next_parked[2] ~= 'inf' then wait_ms = math.max(1, math.ceil(next_parked[2] - now)) end
end
return { stop, wait_ms, #sequence, staged, parked_count, denied_share, depth }
