#!lua flags=no-writes
--[[
  Shows where jobs are, looking everywhere at one moment. What seemed wrong during a walk over a running queue either is
  wrong here too, or the job was only moving.

  KEYS   1 ready LIST ready-queue
  ARGV   1 prefix    2 quick 1|0 (a job found in one place is not searched for in its group's list)
         then for each job: name, group whose list is said to hold it or '', what a search of its group's list found, what a
         search of the other group's list found (lib/positions)
  RETURNS for each job: name, status, group, attempts, ready, jobs, returned, foreign, non_ready, in_flight, claimed, dead,
         listed, expires, group_known, scheduled, run_at, unsearched; only for as many jobs as make a short call. The status is NONE without a
         hash; claimed, expires and group_known are 1|0; run_at is 0 unless it was given one; unsearched is how many jobs in the middle of long lists must be
         searched first. The others count how often the job is in Ready, in the group's list, among those that came back to it, in the
         lists of another group, in Non-ready, in flight, among the dead letters and in their further lists
]]
local ready = KEYS[1]
local queue, quick, FIRST_JOB, WIDTH, MAX_JOBS = { prefix = ARGV[1] }, ARGV[2] == '1', 3, 4, 10
-- include job_places

local reply, count = {}, 0
for i = FIRST_JOB, #ARGV, WIDTH do
  if count == MAX_JOBS then break end
  count = count + 1
  reply[#reply + 1] = ARGV[i]
  local look = { hint = ARGV[i + 1], own = ARGV[i + 2], foreign = ARGV[i + 3], quick = quick }
  local places = places_of(queue, ready, ARGV[i], look)
  for _, fact in ipairs(facts_of(places)) do reply[#reply + 1] = fact end
  reply[#reply + 1] = places.unsearched
end
return reply
