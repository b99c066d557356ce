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

local function open_lap(ring)
  ring.size = next_unmet(ring) and ring.offset and redis.call('ZCARD', ring.key) or #ring.page / 2
end

-- Before the turn of a member. A lap begins with one that has had its turn in the last. With many members it takes many
-- batches, and each batch has its own turns, by the speed of the workers. reach: how many jobs a lap pays for at most, by
-- weight, as as many visits have shown as there are members.
local function enter_lap(ring, batch, member, jobs)
  local lap, begins = ring.lap, member.last >= ring.lap.since
  if begins then lap.since = batch.served_at end
  if begins or (ring.size > FEW and not lap.is_entered) then lap.turn = turn_of(ring.size, jobs, batch.rate, batch.round_ms) end
  if lap.visits >= ring.size then lap.reach, lap.next_reach, lap.visits = lap.next_reach, 0, 0 end
  lap.next_reach = math.max(lap.next_reach, member.weight / (member.ring and 1 or member.cost))
  lap.visits, lap.is_entered = lap.visits + 1, true
end

-- What a member gets at its turn: jobs by its weight. Where nobody's weight pays for a job, all get as much more as the heaviest
-- needs. Otherwise light members would be slow although nobody is ahead of them.
local function quantum_of(member)
  local lap = member.home.lap
  return lap.turn * member.weight / math.min(1, math.max(lap.reach, lap.next_reach))
end
