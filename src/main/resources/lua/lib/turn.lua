-- How many jobs a group of a level gets at its turn. One job each is the fairest and the most expensive: with many groups
-- every job belongs to a different group, and each step writes the counters of that group. So a turn is longer where many
-- groups wait and the workers are so quick that every group still has its turn within the time of a round; each batch is
-- still shared by several groups.
local FEW, MIN_GROUPS_IN_BATCH = 32, 8

-- rate: jobs that the workers take a second. Returns nil for one job each.
local function turn_at(key, jobs, rate, round_ms)
  if rate == 0 or jobs <= FEW then return nil end -- a small batch is cheap, whoever is in it
  local groups = redis.call('ZCARD', key)
  if groups <= FEW then return nil end
  local turn = math.min(math.floor(rate * round_ms / 1000 / groups), math.floor(jobs / MIN_GROUPS_IN_BATCH))
  return turn > 1 and turn or nil
end
