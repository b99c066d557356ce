-- include fair
-- A lap (lib/lap) as it is kept from batch to batch: when it began, the turn, the reach as it was found last, the reach that is
-- being found, and visits for that.
local NO_LAP = '0 1 1 0 0'

local function lap_of(text)
  local since, turn, reach, next_reach, visits = string.match(text or NO_LAP, '^(%S+) (%S+) (%S+) (%S+) (%S+)$')
  return { since = tonumber(since), turn = tonumber(turn), reach = tonumber(reach), next_reach = tonumber(next_reach),
    visits = tonumber(visits) }
end

local function lap_text(lap)
  return exact(lap.since) .. ' ' .. lap.turn .. ' ' .. exact(lap.reach) .. ' ' .. exact(lap.next_reach) .. ' ' .. lap.visits
end
