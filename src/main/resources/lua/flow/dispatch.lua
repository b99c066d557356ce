#!lua flags=allow-oom
--[[
  Moves due retries from Non-ready to the front of their groups, the first due first. From there the fair queue decides, as
  for every other job: whoever retries however much, nobody else waits longer than for the turn of a group. Groups whose hold
  is over take their turns again, and jobs whose time has come go to the end of their group's list. Jobs
  that are expired and that nobody would claim end, some in each call (lib/sweep).

  KEYS   1 non_ready ZSET non-ready-queue    2 pace HASH pace    3 held ZSET held-groups    4 wake_fetcher LIST wake:fetcher
         5 scheduled ZSET scheduled-groups    6 expiring ZSET expiring-groups
  ARGV   1 prefix    2 limit int > 0    3 order (lib/fair)    4 retention_ms of a cancelled job    5 now ms, '' = Redis TIME
  RETURNS 1 wait_ms until the next is due, 0 = now, -1 = nothing waits    2 moved    3 released, groups whose hold was over
         4 expired jobs
]]
local non_ready, pace, held, wake_fetcher, scheduled = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local expiring = KEYS[6]
local limit, retention_ms, MAX_GROUPS = tonumber(ARGV[2]), ARGV[4], 100 -- a group costs as much as several jobs
local MAX_ENDED, SWEEP, LEAST_SWEEP, MAX_SWEPT, REST_MS = 100, 1000, 200, 20, 50
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[3]), now = clock(ARGV[5]) }
-- include group_changes
-- include cancel
-- include expiry
-- include job_name
-- include returned
-- include scheduled
-- include sweep
-- include unpark
-- include wake

local due = redis.call('ZRANGEBYSCORE', non_ready, '-inf', queue.now, 'LIMIT', 0, limit)
-- why: what waits longer than any retry ever had to was put there before the clock went back
local known = redis.call('HMGET', pace, 'longestDelay', 'sweptAt')
local latest, swept_at = queue.now + number_of(known[1]), number_of(known[2])
if #due < limit then
  local stray = redis.call('ZRANGEBYSCORE', non_ready, '(' .. exact(latest), '+inf', 'LIMIT', 0, limit - #due)
  for _, name in ipairs(stray) do due[#due + 1] = name end
end
local moved, ended, left, changes = 0, 0, {}, new_changes()
for _, name in ipairs(due) do
  if #changes.groups == MAX_GROUPS or ended == MAX_ENDED then break end
  left[#left + 1] = name
  local key = queue.prefix .. 'job:' .. name
  local group, job = group_of(name), redis.call('HMGET', key, 'status', 'position', 'expiresAt')
  if job[1] and is_cancelling(queue, group) then
    ended = ended + 1
    cancel_job(queue, name, retention_ms)
    add_change(changes, group, { doneJobs = 1, cancelledCount = 1, nonReady = -1 })
  elseif job[1] and is_expired(queue, job[3]) then
    ended = ended + 1
    expire_job(queue, name, retention_ms)
    add_change(changes, group, { doneJobs = 1, expiredCount = 1, nonReady = -1 })
  elseif job[1] then -- else its job is gone: nothing to run
    moved = moved + 1
    redis.call('HSET', key, 'status', 'PENDING')
    return_job(queue, group, name, job[2])
    add_change(changes, group, { nonReady = -1, returned = 1 })
  end
end
if #left > 0 then redis.call('ZREM', non_ready, unpack(left)) end
apply_changes(queue, changes)

-- What is too much is left to the next call.
local function start_due()
  for _, group in ipairs(redis.call('ZRANGEBYSCORE', scheduled, '-inf', queue.now, 'LIMIT', 0, MAX_GROUPS / 2)) do
    local key, meta_key = schedule_key(queue, group), queue.prefix .. 'group:' .. group .. ':meta'
    local names = moved < limit and redis.call('ZRANGEBYSCORE', key, '-inf', queue.now, 'LIMIT', 0, limit - moved) or {}
    if #names > 0 then
      moved = moved + #names
      redis.call('ZREM', key, unpack(names))
      redis.call('RPUSH', queue.prefix .. 'group:' .. group .. ':jobs', unpack(names))
      redis.call('HINCRBY', meta_key, 'scheduled', -#names)
      redis.call('HINCRBY', queue.prefix .. 'stats', 'scheduled', -#names)
      if redis.call('HEXISTS', meta_key, 'parked') == 0 then take_seat(queue, group) end
      index_scheduled(queue, group)
    end
  end
end

-- Returns how many jobs ended and when there is more to do, nil where nothing expires. A call that has used up its budget is
-- followed by a rest, whatever wakes the dispatcher.
local function sweep_due()
  local rests_until = swept_at + REST_MS
  if rests_until > queue.now and swept_at <= queue.now then return 0, rests_until end
  local all, expired, budget = new_changes(), 0, math.max(LEAST_SWEEP, SWEEP - 5 * moved)
  for _, group in ipairs(redis.call('ZRANGEBYSCORE', expiring, '-inf', queue.now, 'LIMIT', 0, MAX_SWEPT)) do
    if budget <= 0 then break end
    if is_cancelling(queue, group) then
      redis.call('ZREM', expiring, group)
    else
      local sweep = { queue = queue, group = group, retention_ms = retention_ms, left = budget }
      add_change(all, group, sweep_group(sweep))
      budget, expired = sweep.left - COST_OF_END, expired + sweep.ended
    end
  end
  if expired > 0 then apply_changes(queue, all) end
  local first = first_due(expiring)
  if not first or first > queue.now then return expired, first end
  redis.call('HSET', pace, 'sweptAt', exact(queue.now))
  return expired, queue.now + REST_MS
end

start_due()
local expired, next_expiry = sweep_due()
local released, next_start = end_due_holds(queue, held)
if released > 0 or moved > 0 then wake(wake_fetcher) end

local next_retry = tonumber(redis.call('ZRANGE', non_ready, 0, 0, 'WITHSCORES')[2] or '') or math.huge
if next_retry > latest and next_retry < math.huge then next_retry = queue.now end
local next_job = first_due(scheduled)
local next_due = math.min(next_retry, next_start or math.huge, next_job or math.huge,
  next_expiry or math.huge)
return { next_due == math.huge and -1 or math.max(0, math.ceil(next_due - queue.now)), moved, released, expired }
