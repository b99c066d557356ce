#!lua flags=allow-oom
--[[
  Ends jobs that failed for good as dead letters and, where the queue is set so, pauses it in the same step. A job whose
  group is being cancelled is cancelled instead: whatever its attempt came to, it is not a failure. Fenced by the claim.

  KEYS   1 in_flight ZSET in-flight
  ARGV   1 prefix    2 order (lib/fair)    3 pause 1|0    4 retention_ms of a cancelled job    5 now ms, '' = Redis TIME
         then for each job: name, claim, code, message, stack trace, pause reason
  RETURNS 1 applied, jobs that failed; cancelled ones do not count    2 fenced
         3 run_ended 1|0, a run ended with this
         then for each letter: position; the jobs that are dead letters now, by their position among the jobs, from 0
]]
local in_flight = KEYS[1]
local pause, retention_ms = ARGV[3] == '1', ARGV[4]
local FIRST_JOB, WIDTH = 6, 6
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[2]), now = clock(ARGV[5]) }
-- include group_changes
-- include fence
-- include flight
-- include failed_attempt
-- include dead_letter
-- include cancel

local done, fenced, changes, failed, dead = {}, 0, new_changes(), 0, {}
local claims = read_claims(queue, ARGV, FIRST_JOB, WIDTH)
for i = FIRST_JOB, #ARGV, WIDTH do
  local name, claim, pause_reason = ARGV[i], ARGV[i + 1], ARGV[i + 5]
  local failure = { code = ARGV[i + 2], message = ARGV[i + 3], stack = ARGV[i + 4] }
  local facts, group = take_claim(claims, name, claim)
  if facts then
    done[#done + 1] = name
    keep_claim(queue, name, facts)
  end
  if facts and is_cancelling(queue, group, facts) then
    cancel_job(queue, name, retention_ms)
    add_change(changes, group, { doneJobs = 1, cancelledCount = 1, admitted = -1, running = -1 })
  elseif facts then
    failed, dead[#dead + 1] = failed + 1, (i - FIRST_JOB) / WIDTH
    record_failed_attempt(queue, name, facts, failure)
    fail_job(queue, name, failure)
    if pause then pause_on_failure(queue, name, pause_reason) end
    add_change(changes, group, { doneJobs = 1, failedCount = 1, admitted = -1, running = -1 })
  else
    local replayed = not claims[name] and is_replay(queue, name, claim, 'FAILED')
    if replayed == 'FAILED' then dead[#dead + 1] = (i - FIRST_JOB) / WIDTH end -- why: the sender has not heard of it yet
    if not replayed then fenced = fenced + 1 end
  end
end
leave_flight(queue, in_flight, done)
return { failed, fenced, apply_changes(queue, changes) and 1 or 0, unpack(dead) }
