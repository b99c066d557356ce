#!lua flags=allow-oom
--[[
  Moves due retries from Non-ready to the front of their groups, the first due first. From there the fair queue decides, as
  for every other job: whoever retries however much, nobody else waits longer than for the turn of a group.

  KEYS   1 non_ready ZSET non-ready-queue    2 pace HASH pace
  ARGV   1 prefix    2 limit int > 0    3 order (lib/fair)    4 retention_ms of a cancelled job    5 now ms, '' = Redis TIME
  RETURNS 1 wait_ms until the next is due, 0 = now, -1 = nothing waits    2 moved
]]
local non_ready, pace = KEYS[1], KEYS[2]
local limit, retention_ms, MAX_GROUPS = tonumber(ARGV[2]), ARGV[4], 100 -- a group costs as much as several jobs
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[3]), now = clock(ARGV[5]) }
-- include group_changes
-- include cancel
-- include job_name
-- include returned

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
local first = redis.call('ZRANGE', non_ready, 0, 0, 'WITHSCORES')
if not first[2] then return { -1, moved } end
local at = tonumber(first[2])
return { at > latest and 0 or math.max(0, math.ceil(at - queue.now)), moved }
