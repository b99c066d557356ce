#!lua flags=allow-oom
--[[
  Ends jobs that failed for good as dead letters and, where the queue is set so, pauses it in the same step. A job whose
  group is being cancelled is cancelled instead: whatever its attempt came to, it is no failure. Fenced by the claim.

  KEYS   1 in_flight ZSET
  ARGV   1 prefix    2 order (lib/fair)    3 pause 1|0    4 retention_ms of a cancelled job    5 now ms, '' = Redis TIME
         then for each job: id, claim, code, message, stack trace, pause reason
  RETURNS {buried, fenced, groups whose run this ended...}
]]
local in_flight = KEYS[1]
local prefix, pause, retention_ms = ARGV[1], ARGV[3] == '1', ARGV[4]
local FIRST_JOB, WIDTH = 6, 6
-- include fair
local order = fair_order(ARGV[2])
-- include clock
local now = clock(ARGV[5])
-- include wake
-- include park
-- include status
-- include settle
-- include fence
-- include failure
-- include deadletter
-- include bury
-- include cancel

local done, buried, fenced, changes = {}, 0, 0, new_changes()
local claims = read_claims(prefix, ARGV, FIRST_JOB, WIDTH)
for i = FIRST_JOB, #ARGV, WIDTH do
  local id, claim, code, message = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local facts = take_claim(claims, id, claim)
  if facts then
    done[#done + 1] = id
    keep_claim(prefix, id, facts)
  end
  if facts and is_cancelling(prefix, facts.group) then
    cancel_job(prefix, id, retention_ms, now)
    add_change(changes, facts.group, { doneJobs = 1, cancelledCount = 1, admitted = -1, running = -1 })
  elseif facts then
    buried = buried + 1
    record_failure(prefix, id, facts.attempt, code, message, ARGV[i + 4], now)
    bury_job(prefix, id, facts.group, code, message, now)
    if pause then pause_on_failure(prefix, id, ARGV[i + 5], now) end
    add_change(changes, facts.group, { doneJobs = 1, failedCount = 1, admitted = -1, running = -1 })
  elseif not is_replay(prefix, claims, id, claim, 'FAILED') then
    fenced = fenced + 1
  end
end
leave_flight(prefix, in_flight, done)
return settle_all(prefix, changes, order, now, { buried, fenced })
