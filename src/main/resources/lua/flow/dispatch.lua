#!lua flags=allow-oom
--[[
  Moves due retries from Non-ready to the front of their groups, the first due first. From there the fair queue decides, as
  for every other job: whoever retries however much, nobody else waits longer than for the turn of a group. Groups whose hold
  is over take their turns again, and jobs whose time has come go to the end of their group's list. Jobs
  that are expired and that nobody would claim end.

  KEYS   1 non_ready ZSET non-ready-queue    2 pace HASH pace    3 held ZSET held-groups    4 wake_fetcher LIST wake:fetcher
         5 scheduled ZSET scheduled-groups    6 expiring ZSET expiring-groups
  ARGV   1 prefix    2 limit int > 0    3 order (lib/fair)    4 retention_ms of a cancelled job    5 now ms, '' = Redis TIME
  RETURNS 1 wait_ms until the next is due, 0 = now, -1 = nothing waits    2 moved    3 released, groups whose hold was over
         4 expired jobs
]]
local non_ready, pace, held, wake_fetcher, scheduled = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local expiring = KEYS[6]
local limit, retention_ms, MAX_GROUPS, MAX_SWEPT = tonumber(ARGV[2]), ARGV[4], 100, 2 -- a group costs as much as several jobs
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[3]), now = clock(ARGV[5]) }
-- include group_changes
-- include cancel
-- include expiry
-- include job_name
-- include returned
-- include scheduled
-- include unpark
-- include wake

local due = redis.call('ZRANGEBYSCORE', non_ready, '-inf', queue.now, 'LIMIT', 0, limit)
-- why: what waits longer than any retry ever had to was put there before the clock went back
local latest = queue.now + tonumber(redis.call('HGET', pace, 'longestDelay') or '0')
if #due < limit then
  local stray = redis.call('ZRANGEBYSCORE', non_ready, '(' .. exact(latest), '+inf', 'LIMIT', 0, limit - #due)
  for _, name in ipairs(stray) do due[#due + 1] = name end
end
local moved, left, changes = 0, {}, new_changes()
for _, name in ipairs(due) do
  if #changes.groups == MAX_GROUPS then break end
  left[#left + 1] = name
  local key = queue.prefix .. 'job:' .. name
  local group, job = group_of(name), redis.call('HMGET', key, 'status', 'position')
  if job[1] and is_cancelling(queue, group) then
    cancel_job(queue, name, retention_ms)
    add_change(changes, group, { doneJobs = 1, cancelledCount = 1, nonReady = -1 })
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

-- A step for a few groups; whatever is left is due at once again.
local function sweep_due()
  local all, expired = new_changes(), 0
  for _, group in ipairs(redis.call('ZRANGEBYSCORE', expiring, '-inf', queue.now, 'LIMIT', 0, MAX_SWEPT)) do
    local change, count = {}, 0
    if not is_cancelling(queue, group) then change, count = sweep_group(queue, group, retention_ms) end
    if count == 0 then
      redis.call('ZREMRANGEBYSCORE', queue.prefix .. 'group:' .. group .. ':expiries', '-inf', queue.now)
      index_expiries(queue, group)
    else
      add_change(all, group, change)
    end
    expired = expired + count
  end
  if expired > 0 then apply_changes(queue, all) end
  return expired
end

start_due()
local expired = sweep_due()
local released, next_start = end_due_holds(queue, held)
if released > 0 or moved > 0 then wake(wake_fetcher) end

local next_retry = tonumber(redis.call('ZRANGE', non_ready, 0, 0, 'WITHSCORES')[2] or '') or math.huge
if next_retry > latest and next_retry < math.huge then next_retry = queue.now end
local next_job, next_expiry = first_due(scheduled), first_due(expiring)
local next_due = math.min(next_retry, next_start or math.huge, next_job or math.huge,
  next_expiry or math.huge)
return { next_due == math.huge and -1 or math.max(0, math.ceil(next_due - queue.now)), moved, released, expired }
