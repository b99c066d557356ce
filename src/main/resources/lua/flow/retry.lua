#!lua flags=allow-oom
--[[
  Puts failed jobs into Non-ready until their next attempt. A throttled job goes back to the front of its group and uses up
  no retry, and the whole group waits, because its other jobs would get the same answer. Fenced by the claim.

  KEYS   1 in_flight ZSET in-flight    2 non_ready ZSET non-ready-queue    3 wake_dispatcher LIST wake:dispatcher
         4 pace HASH pace
  ARGV   1 prefix    2 order (lib/fair)    3 retention_ms of a cancelled job    4 now ms, '' = Redis TIME
         then for each job: name, claim, delay_ms, reason RETRY|THROTTLED, code, message, stack trace
  RETURNS 1 applied, jobs that this changed    2 fenced    3 run_ended 1|0, a run ended with this
]]
local in_flight, non_ready, wake_dispatcher, pace = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local retention_ms, FIRST_JOB, WIDTH = ARGV[3], 5, 7
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[2]), now = clock(ARGV[4]) }
-- include wake
-- include group_changes
-- include fence
-- include flight
-- include failed_attempt
-- include cancel
-- include expiry
-- include returned
-- include seat

local done, fenced, due, longest_ms, changes, throttled = {}, 0, {}, 0, new_changes(), {}
local claims = read_claims(queue, ARGV, FIRST_JOB, WIDTH)

local function throttle_job(name, group, facts)
  keep_claim(queue, name, facts, 'status', 'PENDING', 'waitReason', 'THROTTLED')
  return_job(queue, group, name, redis.call('HGET', queue.prefix .. 'job:' .. name, 'position'))
  add_change(changes, group, { admitted = -1, running = -1, returned = 1 })
end

local function retry_job(name, group, facts, delay_ms)
  due[#due + 1], due[#due + 2] = queue.now + delay_ms, name
  longest_ms = math.max(longest_ms, delay_ms)
  keep_claim(queue, name, facts, 'status', 'WAITING', 'waitReason', 'RETRY')
  redis.call('HINCRBY', queue.prefix .. 'job:' .. name, 'retryCount', 1)
  add_change(changes, group, { admitted = -1, running = -1, nonReady = 1 })
end

local function throttle_group(group, delay_ms)
  longest_ms = math.max(longest_ms, delay_ms)
  throttled[group] = math.max(queue.now + delay_ms, throttled[group] or 0)
end

for i = FIRST_JOB, #ARGV, WIDTH do
  local name, claim, delay_ms, reason = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2]), ARGV[i + 3]
  local failure = { code = ARGV[i + 4], message = ARGV[i + 5], stack = ARGV[i + 6] }
  local facts, group = take_claim(claims, name, claim)
  if facts then done[#done + 1] = name end
  if facts and is_cancelling(queue, group, facts) then
    keep_claim(queue, name, facts)
    cancel_job(queue, name, retention_ms)
    add_change(changes, group, { doneJobs = 1, cancelledCount = 1, admitted = -1, running = -1 })
  elseif facts and expires_before(queue, name, queue.now + delay_ms) then
    keep_claim(queue, name, facts)
    if reason == 'THROTTLED' then throttle_group(group, delay_ms)
    else record_failed_attempt(queue, name, facts, failure) end
    expire_job(queue, name, retention_ms)
    add_change(changes, group, { doneJobs = 1, expiredCount = 1, admitted = -1, running = -1 })
  elseif facts and reason == 'THROTTLED' then
    throttle_job(name, group, facts)
    throttle_group(group, delay_ms)
  elseif facts then
    retry_job(name, group, facts, delay_ms)
    record_failed_attempt(queue, name, facts, failure)
  elseif claims[name] or not is_replay(queue, name, claim, 'WAITING') then
    fenced = fenced + 1
  end
end
leave_flight(queue, in_flight, done)
-- why kept: what is due later than this was put there before the clock went back (lib/clock)
queue.longest_delay = tonumber(redis.call('HGET', pace, 'longestDelay') or '0')
if longest_ms > queue.longest_delay then
  queue.longest_delay = longest_ms
  redis.call('HSET', pace, 'longestDelay', longest_ms)
end
if #due > 0 then
  redis.call('ZADD', non_ready, unpack(due))
  wake(wake_dispatcher)
end
-- why first: otherwise the job that came back would give its group a seat, which it would have to leave at once
for group, until_when in pairs(throttled) do throttle(queue, group, until_when) end
local run_ended = apply_changes(queue, changes)
return { #done, fenced, run_ended and 1 or 0 }
