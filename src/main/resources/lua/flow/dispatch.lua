#!lua flags=allow-oom
--[[
  Moves due jobs from Non-ready to Ready, oldest due first, a token each. A group whose job is denied by its share, a
  throttle or its concurrency is parked, and its due and staged jobs go back to the front of its own list in their order:
  they are looked at once, not in every window again, and priority counts for them.

  KEYS   1 non_ready ZSET non-ready-queue    2 ready LIST ready-queue    3 active SET active-groups    4 pace HASH pace
         5 state HASH state    6 wake_worker LIST wake:worker    7 wake_fetcher LIST wake:fetcher
  ARGV   1 prefix    2 limit int > 0    3 min_depth    4 max_size    5 target_wait_ms    6 per_window, tokens
         7 window_ms    8 max_per_group, 0 = none    9 ordered 1|0    10 order (lib/fair)
         11 retention_ms of a cancelled job    12 now ms, '' = Redis TIME
  RETURNS 1 stop paused|full|window|more|empty    2 wait_ms, -1 = nothing waits    3 moved
]]
local non_ready, ready, active, pace, state = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local wake_worker, wake_fetcher = KEYS[6], KEYS[7]
local limit, per_window, window_ms = tonumber(ARGV[2]), tonumber(ARGV[6]), tonumber(ARGV[7])
local depth = { min = tonumber(ARGV[3]), max = tonumber(ARGV[4]), target_wait_ms = tonumber(ARGV[5]) }
local max_per_group, ordered = tonumber(ARGV[8]), ARGV[9] == '1'
local retention_ms, MAX_GROUPS = ARGV[11], 100 -- a group costs as much as several jobs
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[10]), now = clock(ARGV[12]) }
-- include wake
-- include window
-- include pace
-- include room
-- include park
-- include group_changes
-- include cancel
-- include denied

local now = queue.now
local function next_due()
  local first = redis.call('ZRANGE', non_ready, 0, 0, 'WITHSCORES')
  return first[2] and math.max(0, math.ceil(first[2] - now)) or -1
end

if redis.call('HGET', state, 'paused') == '1' then return { 'paused', -1, 0 } end
local due = redis.call('ZRANGEBYSCORE', non_ready, '-inf', now, 'LIMIT', 0, limit)
if #due == 0 then return { 'empty', next_due(), 0 } end
local window = open_window(queue, active, per_window, window_ms)
local room = room_in(ready, open_pace(pace), depth, now)
if room <= 0 then return { 'full', 0, 0 } end
if window.left <= 0 then return { 'window', window.ends - now, 0 } end

local groups, touched = {}, {}
local function group_of(id)
  if not groups[id] then
    local meta = redis.call('HMGET', queue.prefix .. 'group:' .. id .. ':meta', 'admitted', 'nonReady', 'window',
      'maxRps', 'maxConcurrency', 'throttledUntil', 'level', 'lastPutBack', 'nextToken')
    local cap, own_cap = max_per_group, tonumber(meta[5] or '0')
    if own_cap > 0 and (cap == 0 or own_cap < cap) then cap = own_cap end
    groups[id] = { id = id, admitted = tonumber(meta[1] or '0'), non_ready = tonumber(meta[2] or '0'),
      rate = rate_of(window, meta[3], meta[4], meta[9]), cap = ordered and 1 or cap,
      throttled_until = tonumber(meta[6] or '0'), level = meta[7], last_put_back = meta[8], put_back = {} }
    touched[#touched + 1] = groups[id]
  end
  return groups[id]
end

local moved, taken, left, any_denied, cancelled = {}, {}, {}, false, new_changes()
local stop = #due == limit and 'more' or 'empty'
for _, id in ipairs(due) do
  if #moved >= room then stop = 'full' break end
  if window.left <= 0 then stop = 'window' break end
  local job = redis.call('HMGET', queue.prefix .. 'job:' .. id, 'groupId', 'status')
  local staged = job[2] == 'PENDING' and queue.prefix .. 'group:' .. job[1] .. ':staged'
  if not job[1] then
    left[#left + 1] = id -- its job is gone: nothing to run
  elseif is_cancelling(queue, job[1]) then
    cancel_job(queue, id, retention_ms)
    if staged then redis.call('LREM', staged, 1, id) end
    add_change(cancelled, job[1], { doneJobs = 1, cancelledCount = 1, nonReady = -1 })
    left[#left + 1] = id
  elseif not groups[job[1]] and #touched == MAX_GROUPS then
    stop = 'more'
    break
  else
    local group = group_of(job[1])
    group.denied = group.denied or denial(group, window, now)
    if not group.denied then
      -- why not always this one: after the share has changed, due times may no longer be in the order of the jobs
      id = staged and redis.call('LPOP', staged) or id
      if not taken[id] then
        take_tokens(window, group.rate, 1)
        group.admitted, group.non_ready = group.admitted + 1, group.non_ready - 1
        moved[#moved + 1], left[#left + 1], taken[id] = id, id, true
      end
    else
      any_denied = true
      if not staged then
        group.put_back[#group.put_back + 1], left[#left + 1] = id, id
        redis.call('HSET', queue.prefix .. 'job:' .. id, 'status', 'PENDING')
      end
    end
  end
end

for _, group in ipairs(touched) do
  if group.denied then park_denied(queue, non_ready, group, window) end
  local change = { 'admitted', group.admitted, 'nonReady', group.non_ready }
  keep_rate(change, window, group.rate)
  redis.call('HSET', queue.prefix .. 'group:' .. group.id .. ':meta', unpack(change))
  note_non_ready(queue, group.id, group.non_ready)
end
if #left > 0 then redis.call('ZREM', non_ready, unpack(left)) end
if #moved > 0 then
  redis.call('RPUSH', ready, unpack(moved))
  close_window(window)
  wake(wake_worker)
end
if any_denied then wake(wake_fetcher) end -- it knows when the first parked group is due
apply_changes(queue, cancelled)
local wait_ms = next_due()
if stop == 'window' then wait_ms = window.ends - now end
return { stop, wait_ms, #moved }
