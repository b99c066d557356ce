-- How many jobs a group of a level gets at its turn. One each is the fairest and the dearest: with many groups every job
-- is of another one, and each step of its way writes that group's books. So where many wait and the workers are so quick
-- that all of them have their turn within the time of a round, a turn is longer; some groups still share each batch.
local FEW, FEWEST_IN_BATCH = 32, 8

-- rate: jobs the workers take a second. Returns nil for one job each.
local function turn_at(key, jobs, rate, round_ms)
  if rate == 0 or jobs <= FEW then return nil end -- a small batch is cheap, whoever is in it
  local groups = redis.call('ZCARD', key)
  if groups <= FEW then return nil end
  local turn = math.min(math.floor(rate * round_ms / 1000 / groups), math.floor(jobs / FEWEST_IN_BATCH))
  return turn > 1 and turn or nil
end
