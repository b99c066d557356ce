#!lua flags=allow-oom
--[[
  Moves due jobs from Non-ready to Ready, oldest due first, a token each. What its group's share or throttle holds back
  keeps its order and comes again with the next window; what its group's concurrency holds back goes to the front of the
  group's own list, where the next free slot finds it first.

  KEYS   1 non_ready ZSET    2 ready LIST    3 active SET    4 pace HASH    5 state HASH    6 wake_worker LIST
         7 wake_fetcher LIST
  ARGV   1 prefix    2 limit int > 0    3 min_depth    4 max_size    5 target_wait_ms    6 tokens per window
         7 window_ms    8 max_per_group, 0 = none    9 ordered 1|0    10 alpha    11 max_boost
         12 retention_ms of a cancelled job    13 now ms, '' = Redis TIME
  RETURNS {stop, wait_ms, moved, held}; stop is paused, full, window, more or empty; wait_ms -1 = nothing waits
]]
local non_ready, ready, active, pace, state = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local wake_worker, wake_fetcher = KEYS[6], KEYS[7]
local prefix, limit, min_depth, max_size = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local target_wait_ms, tokens, window_ms = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local max_per_group, ordered = tonumber(ARGV[8]), ARGV[9] == '1'
local order, retention_ms = { alpha = tonumber(ARGV[10]), max_boost = tonumber(ARGV[11]) }, ARGV[12]
-- include clock
local now = clock(ARGV[13])
-- include fair
-- include wake
-- include window
-- include room
-- include park
-- include status
-- include settle
-- include cancel

local function next_due()
  local first = redis.call('ZRANGE', non_ready, 0, 0, 'WITHSCORES')
  return first[2] and math.max(0, math.ceil(first[2] - now)) or -1
end

if redis.call('HGET', state, 'paused') == '1' then return { 'paused', -1, 0, 0 } end
local due = redis.call('ZRANGEBYSCORE', non_ready, '-inf', now, 'LIMIT', 0, limit)
if #due == 0 then return { 'empty', next_due(), 0, 0 } end
local window = open_window(prefix, active, tokens, window_ms, now)
local room = room_in(ready, pace, now, min_depth, max_size, target_wait_ms)
if room <= 0 then return { 'full', 0, 0, 0 } end
if window.left <= 0 then return { 'window', window.ends - now, 0, 0 } end

local groups, touched = {}, {}
local function group_of(id)
  if not groups[id] then
    local meta = redis.call('HMGET', prefix .. 'group:' .. id .. ':meta', 'admitted', 'nonReady', 'windowId',
      'windowUsed', 'maxRps', 'maxConcurrency', 'throttledUntil', 'level', 'basePriority', 'totalJobs', 'doneJobs',
      'lastServedAt', 'parked')
    local cap, own_cap = max_per_group, tonumber(meta[6] or '0')
    if own_cap > 0 and (cap == 0 or own_cap < cap) then cap = own_cap end
    groups[id] = { id = id, admitted = tonumber(meta[1] or '0'), non_ready = tonumber(meta[2] or '0'),
      rate = rate_of(window, meta[3], meta[4], meta[5]), cap = ordered and 1 or cap, meta = meta,
      throttled_until = tonumber(meta[7] or '0'), back = {} }
    touched[#touched + 1] = groups[id]
  end
  return groups[id]
end

local moved, later, left, cancelled = {}, {}, {}, new_changes()
local stop = #due == limit and 'more' or 'empty'
for i, id in ipairs(due) do
  if #moved >= room then stop = 'full' break end
  if window.left <= 0 then stop = 'window' break end
  local job = redis.call('HMGET', prefix .. 'job:' .. id, 'groupId', 'status')
  local is_cancelled = job[1] and is_cancelling(prefix, job[1])
  local group = job[1] and not is_cancelled and group_of(job[1])
  if is_cancelled then
    cancel_job(prefix, id, retention_ms, now)
    if job[2] == 'PENDING' then redis.call('LREM', prefix .. 'group:' .. job[1] .. ':staged', 1, id) end
    add_change(cancelled, job[1], { doneJobs = 1, cancelledCount = 1, nonReady = -1 })
    left[#left + 1] = id
  elseif not group then
    left[#left + 1] = id -- its job is gone: nothing to run
  elseif group.throttled_until > now or not has_token(window, group.rate) then
    later[#later + 1] = exact(math.max(window.ends, group.throttled_until) + i * STEP)
    later[#later + 1] = id
  elseif group.cap > 0 and group.admitted >= group.cap then
    table.insert(group.back, 1, id)
    left[#left + 1] = id
    redis.call('HSET', prefix .. 'job:' .. id, 'status', 'PENDING')
  else
    take_token(window, group.rate)
    group.admitted, group.non_ready = group.admitted + 1, group.non_ready - 1
    moved[#moved + 1], left[#left + 1] = id, id
    if job[2] == 'PENDING' then redis.call('LREM', prefix .. 'group:' .. group.id .. ':staged', 1, id) end
  end
end

for _, group in ipairs(touched) do
  local key = prefix .. 'group:' .. group.id
  if #group.back > 0 then
    group.non_ready = group.non_ready - #group.back
    redis.call('LPUSH', key .. ':jobs', unpack(group.back))
    if not group.meta[13] then
      local meta = group.meta
      redis.call('ZADD', prefix .. 'fair-queue:' .. meta[8],
        exact(score_of(tonumber(meta[12]), tonumber(meta[9]), tonumber(meta[11]), tonumber(meta[10]), order)), group.id)
      wake(wake_fetcher)
    end
  end
  redis.call('HSET', key .. ':meta', 'admitted', group.admitted, 'nonReady', group.non_ready, 'windowId', window.id,
    'windowUsed', group.rate.used)
  if group.non_ready > 0 then redis.call('ZADD', prefix .. 'congested-groups', group.non_ready, group.id)
  else redis.call('ZREM', prefix .. 'congested-groups', group.id) end
end
if #left > 0 then redis.call('ZREM', non_ready, unpack(left)) end
if #later > 0 then redis.call('ZADD', non_ready, 'XX', unpack(later)) end
if #moved > 0 then
  redis.call('RPUSH', ready, unpack(moved))
  close_window(window)
  wake(wake_worker)
end
settle_all(prefix, cancelled, order, now)
local wait_ms = next_due()
if stop == 'window' then wait_ms = window.ends - now end
return { stop, wait_ms, #moved, #later / 2 }
