-- include ring
-- A lap: every member of a ring has one turn in it, and all these turns are equally long, also where the lap goes on in batches
-- of other sizes. Otherwise shares would depend on who meets the large batches.
local FEW, MIN_IN_BATCH = 32, 8

-- How many jobs a turn is. A batch is shared evenly: of ten members each gets a tenth. With very many that would be a job
-- each, the fairest and the most expensive, because each step then writes another group's counters for every job. So a turn
-- is longer where many wait and the workers are so quick that all have theirs within a round; several still share a batch.
local function turn_of(members, jobs, rate, round_ms)
  local turn = math.max(1, math.floor(jobs / members))
  if members <= FEW or jobs <= FEW then return turn end -- few members or a small batch are cheap
  return math.max(turn, math.min(math.floor(rate * round_ms / 1000 / members), math.floor(jobs / MIN_IN_BATCH)))
end

-- With many members a lap takes many batches, and each batch has its own turns, by the speed of the workers.
local function open_lap(ring)
  ring.size = next_unmet(ring) and ring.offset and redis.call('ZCARD', ring.key) or #ring.page / 2
  if ring.size > FEW then ring.lap = { since = 0, turn = 1 } end
end

-- It begins with a member that has had its turn in the last one.
local function begin_lap(ring, batch, jobs)
  local turn = turn_of(ring.size, jobs, batch.rate, batch.round_ms)
  ring.lap.turn, ring.lap.since, ring.lap.is_new = turn, batch.served_at, true
end

-- After a lap in which nobody could pay for a job, those are skipped in which nobody could either: otherwise members that all
-- have a low weight would be slow although nobody is ahead of them. Returns the turns in vain since then, none.
local function skip_laps(ring)
  local laps, turn = math.huge, ring.lap.turn
  for i = ring.first, ring.last do
    laps = math.min(laps, math.ceil((ring[i].cost - ring[i].credit) / (turn * ring[i].weight) - 1e-9) - 1)
  end
  for i = ring.first, ring.last do ring[i].credit = ring[i].credit + math.max(0, laps) * (turn * ring[i].weight) end
  return 0
end
