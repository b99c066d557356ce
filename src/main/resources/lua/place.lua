#!lua flags=no-writes
--[[
  Shows where jobs are, by looking everywhere at one moment: what seemed wrong in a walk over a queue that goes on is
  either really wrong here, or was only on its way.

  KEYS   1 ready LIST
  ARGV   1 prefix    2 quick 1|0 (a job found in one place is not searched for in its group's list)
         3 now ms, '' = Redis TIME    then for each job: id, group whose list is said to hold it or '', what a search of
         its group's list found, what a search of the other group's list found (lib/spots)
  RETURNS for each job, but only for as many as make a short call: id, status or NONE, group, attempts, times in ready,
         in the group's list, in its staged list, in the lists of another group, in Non-ready, in flight, claimed 1|0,
         dead, further dead-letter lists, expires 1|0, group known 1|0, unsearched: jobs in the midst of those lists that
         must be searched first
]]
local ready = KEYS[1]
local prefix, quick, FIRST_JOB, WIDTH, MOST_JOBS = ARGV[1], ARGV[2] == '1', 4, 4, 10
-- include clock
clock(ARGV[3])
-- include deadletter
-- include completed
-- include spots
-- include place

local reply, count = {}, 0
for i = FIRST_JOB, #ARGV, WIDTH do
  if count == MOST_JOBS then break end
  count = count + 1
  reply[#reply + 1] = ARGV[i]
  local places = places_of(prefix, ready, ARGV[i], ARGV[i + 1], { own = ARGV[i + 2], foreign = ARGV[i + 3] }, quick)
  for _, fact in ipairs(facts_of(places)) do reply[#reply + 1] = fact end
  reply[#reply + 1] = places.unsearched
end
return reply
