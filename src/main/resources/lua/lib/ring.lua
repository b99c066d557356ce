-- The members of a sorted set of the fair queue as a batch sees them: best first, those it has served in their new place.
local PAGE = 25 -- small, because Redis takes longer to write a score than to find it

local function open_ring(key, level, lap, tenant)
  return { key = key, level = level, lap = lap, tenant = tenant, page = {}, at = 1, offset = 0, first = 1, last = 0, round = 0,
    turns = {} }
end

-- The best member that the batch has not met, with id and score, or nothing. Reads the next page where the last is used up.
local function next_unmet(ring)
  if ring.at > #ring.page and ring.offset then
    ring.page = redis.call('ZRANGE', ring.key, ring.offset, ring.offset + PAGE - 1, 'REV', 'WITHSCORES')
    ring.at, ring.offset = 1, #ring.page == 2 * PAGE and ring.offset + PAGE or nil
  end
  local id = ring.page[ring.at]
  if id and not ring.unmet then ring.unmet = { id = id, score = tonumber(ring.page[ring.at + 1]) } end
  return ring.unmet
end

local function before(a, b)
  if a.score ~= b.score then return a.score > b.score end
  return a.id > b.id -- as ZRANGE REV orders equal ones
end

-- Takes the best member out of the ring: one that was met before, as the batch knows it, or a new one.
local function take_best(ring)
  local unmet, met = next_unmet(ring), ring[ring.first]
  if met and not (unmet and before(unmet, met)) then
    ring.first = ring.first + 1
    return met
  end
  if unmet then ring.at, ring.unmet = ring.at + 2, nil end
  return unmet
end

-- Puts a member back: nearly always at the end, because it was served last.
local function take_back(ring, member)
  local i = ring.last
  while i >= ring.first and before(member, ring[i]) do
    ring[i + 1] = ring[i]
    i = i - 1
  end
  ring[i + 1], ring.last = member, ring.last + 1
end

local function is_exhausted(ring)
  return ring.first > ring.last and not next_unmet(ring)
end
