-- How many jobs a group gets at its turn. A batch is shared evenly by the groups that wait: of ten groups each gets a tenth
-- of it. With very many groups that would be a job each, which is the fairest and the most expensive: each step then writes
-- the counters of another group for every job. So a turn is longer where many groups wait and the workers are so quick that
-- every group still has its turn within the time of a round; each batch is still shared by several groups.
local FEW, MIN_GROUPS_IN_BATCH = 32, 8

-- groups: how many wait; rate: jobs that the workers take a second.
local function turn_of(groups, jobs, rate, round_ms)
  local turn = math.max(1, math.floor(jobs / groups))
  if groups <= FEW or jobs <= FEW then return turn end -- few groups or a small batch are cheap
  return math.max(turn, math.min(math.floor(rate * round_ms / 1000 / groups), math.floor(jobs / MIN_GROUPS_IN_BATCH)))
end
