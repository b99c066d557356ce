#!lua flags=no-writes
--[[
  Shows where jobs are, by looking everywhere at one moment: what seemed wrong in a walk over a queue that goes on is
  either really wrong here, or was only on its way.

  KEYS   1 ready LIST
  ARGV   1 prefix    2 quick 1|0 (a job found in one place is not searched for in its group's list)
         3 now ms, '' = Redis TIME    then for each job: id, group whose list is said to hold it or ''
  RETURNS for each job, but only up to the one whose search made it a long call: id, status or NONE, group, attempts,
         times in ready, in the group's list, in its staged list, in the lists of another group, in Non-ready, in flight,
         claimed 1|0, dead, further dead-letter lists, expires 1|0, group known 1|0
]]
local ready = KEYS[1]
local prefix, quick, FIRST_JOB, MOST_SEARCHED = ARGV[1], ARGV[2] == '1', 4, 100000
-- include clock
clock(ARGV[3])
-- include deadletter
-- include completed
-- include place

local reply, searched = {}, 0
for i = FIRST_JOB, #ARGV, 2 do
  if searched > MOST_SEARCHED then break end
  reply[#reply + 1] = ARGV[i]
  local places, length = places_of(prefix, ready, ARGV[i], ARGV[i + 1], quick)
  searched = searched + length
  for _, fact in ipairs(facts_of(places)) do reply[#reply + 1] = fact end
end
return reply
