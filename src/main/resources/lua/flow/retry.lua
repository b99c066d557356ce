#!lua flags=allow-oom
--[[
  Puts failed or throttled jobs into Non-ready until their next attempt. Fenced by the claim. A throttled job uses up no
  retry, and its whole group waits, because its other jobs would get the same answer.

  KEYS   1 in_flight ZSET in-flight    2 non_ready ZSET non-ready-queue    3 wake_dispatcher LIST wake:dispatcher
  ARGV   1 prefix    2 order (lib/fair)    3 retention_ms of a cancelled job    4 now ms, '' = Redis TIME
         then for each job: id, claim, delay_ms, reason RETRY|THROTTLED, code, message, stack trace
  RETURNS 1 applied, jobs that this changed    2 fenced    3 run_ended 1|0, a run ended with this
]]
local in_flight, non_ready, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3]
local retention_ms, FIRST_JOB, WIDTH = ARGV[3], 5, 7
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[2]), now = clock(ARGV[4]) }
-- include wake
-- include group_changes
-- include fence
-- include failed_attempt
-- include cancel

local done, fenced, due, changes = {}, 0, {}, new_changes()
local claims = read_claims(queue, ARGV, FIRST_JOB, WIDTH)

local function retry(id, facts, when, reason)
  due[#due + 1], due[#due + 2] = when, id
  keep_claim(queue, id, facts, 'status', 'WAITING', 'waitReason', reason)
  if reason == 'THROTTLED' then
    local meta_key = queue.prefix .. 'group:' .. facts.group .. ':meta'
    local until_when = math.max(when, tonumber(redis.call('HGET', meta_key, 'throttledUntil') or '0'))
    redis.call('HSET', meta_key, 'throttledUntil', until_when)
  else
    redis.call('HINCRBY', queue.prefix .. 'job:' .. id, 'retryCount', 1)
  end
  add_change(changes, facts.group, { admitted = -1, running = -1, nonReady = 1 })
end

for i = FIRST_JOB, #ARGV, WIDTH do
  local id, claim, delay_ms, reason = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2]), ARGV[i + 3]
  local failure = { code = ARGV[i + 4], message = ARGV[i + 5], stack = ARGV[i + 6] }
  local facts = take_claim(claims, id, claim)
  if facts then done[#done + 1] = id end
  if facts and is_cancelling(queue, facts.group) then
    keep_claim(queue, id, facts)
    cancel_job(queue, id, retention_ms)
    add_change(changes, facts.group, { doneJobs = 1, cancelledCount = 1, admitted = -1, running = -1 })
  elseif facts then
    retry(id, facts, queue.now + delay_ms, reason)
    if reason ~= 'THROTTLED' then record_failed_attempt(queue, id, facts.attempt, failure) end
  elseif claims[id] or not is_replay(queue, id, claim, 'WAITING') then
    fenced = fenced + 1
  end
end
leave_flight(queue, in_flight, done)
if #due > 0 then
  redis.call('ZADD', non_ready, unpack(due))
  wake(wake_dispatcher)
end
return { #done, fenced, apply_changes(queue, changes) and 1 or 0 }
