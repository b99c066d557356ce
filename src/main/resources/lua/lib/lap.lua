-- include turn
-- A lap: every group of a level has one turn in it.

-- A lap begins with a group that has had its turn in the last one. Its turns are equally long, also where it goes on in
-- batches of other sizes: otherwise shares would depend on who meets the large batches.
local function begin_lap(lap, batch, size)
  lap.since, lap.turn, lap.is_new = batch.served_at, turn_of(size, batch.jobs, 0, 0), true
end

-- After a lap in which nobody could pay for a job, those laps are skipped in which nobody could either. Without this, groups
-- that all have a low weight would be slow although nobody is ahead of them.
local function skip_laps(groups, turn)
  local laps = math.huge
  for _, group in ipairs(groups) do
    laps = math.min(laps, math.ceil((group.cost - group.credit) / (turn * group.weight) - 1e-9) - 1)
  end
  for _, group in ipairs(groups) do group.credit = group.credit + math.max(0, laps) * (turn * group.weight) end
end
