#!lua flags=allow-oom
--[[
  Puts failed or throttled jobs into Non-ready until their next attempt. Fenced by the claim. A throttled job uses up no
  retry, and its whole group waits: its other jobs would get the same answer.

  KEYS   1 in_flight ZSET    2 non_ready ZSET    3 wake_dispatcher LIST
  ARGV   1 prefix    2 order (lib/fair)    3 retention_ms of a cancelled job    4 now ms, '' = Redis TIME
         then for each job: id, claim, delay_ms, reason RETRY|THROTTLED, code, message, stack trace
  RETURNS {retried, fenced, groups whose run this ended...}
]]
local in_flight, non_ready, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3]
local prefix, retention_ms = ARGV[1], ARGV[3]
local FIRST_JOB, WIDTH = 5, 7
-- include fair
local order = fair_order(ARGV[2])
-- include clock
local now = clock(ARGV[4])
-- include wake
-- include park
-- include status
-- include settle
-- include fence
-- include failure
-- include cancel

local done, fenced, due, changes = {}, 0, {}, new_changes()
local claims = read_claims(prefix, ARGV, FIRST_JOB, WIDTH)
for i = FIRST_JOB, #ARGV, WIDTH do
  local id, claim, reason = ARGV[i], ARGV[i + 1], ARGV[i + 3]
  local key, when = prefix .. 'job:' .. id, now + tonumber(ARGV[i + 2])
  local facts = take_claim(claims, id, claim)
  local group = facts and facts.group
  if facts and is_cancelling(prefix, group) then
    done[#done + 1] = id
    keep_claim(prefix, id, facts)
    cancel_job(prefix, id, retention_ms, now)
    add_change(changes, group, { doneJobs = 1, cancelledCount = 1, admitted = -1, running = -1 })
  elseif facts then
    done[#done + 1] = id
    due[#due + 1], due[#due + 2] = when, id
    keep_claim(prefix, id, facts, 'status', 'WAITING', 'waitReason', reason)
    if reason == 'THROTTLED' then
      local meta_key = prefix .. 'group:' .. group .. ':meta'
      local until_when = math.max(when, tonumber(redis.call('HGET', meta_key, 'throttledUntil') or '0'))
      redis.call('HSET', meta_key, 'throttledUntil', until_when)
    else
      redis.call('HINCRBY', key, 'retryCount', 1)
      record_failure(prefix, id, facts.attempt, ARGV[i + 4], ARGV[i + 5], ARGV[i + 6], now)
    end
    add_change(changes, group, { admitted = -1, running = -1, nonReady = 1 })
  elseif not is_replay(prefix, claims, id, claim, 'WAITING') then
    fenced = fenced + 1
  end
end
leave_flight(prefix, in_flight, done)
if #due > 0 then
  redis.call('ZADD', non_ready, unpack(due))
  wake(wake_dispatcher)
end
return settle_all(prefix, changes, order, now, { #done, fenced })
