-- include heap
-- The members of one sorted set of the fair queue as a batch sees them: best first, and those that the batch has served
-- already in their new place. Writes nothing.
local PAGE = 25 -- small, because Redis takes longer to write a score than to find it

local function open_ring(key)
  return { key = key, page = {}, at = 1, offset = 0, served = {} }
end

-- Reads the next page where the last one is used up. Returns id and score of the best member that the batch has not met, or
-- nothing.
local function next_unmet(ring)
  if ring.at > #ring.page and ring.offset then
    ring.page = redis.call('ZRANGE', ring.key, ring.offset, ring.offset + PAGE - 1, 'REV', 'WITHSCORES')
    ring.at, ring.offset = 1, #ring.page == 2 * PAGE and ring.offset + PAGE or nil
  end
  local id = ring.page[ring.at]
  if id then return { id = id, score = tonumber(ring.page[ring.at + 1]) } end
end

-- Takes the best member out of the ring: one that was met before, as the batch knows it, or a new one with id and score.
local function take_best(ring)
  local unmet, met = next_unmet(ring), ring.served[1]
  if met and not (unmet and before(unmet, met)) then
    heap_pop(ring.served)
    return met
  end
  if unmet then ring.at = ring.at + 2 end
  return unmet
end

local function take_back(ring, member)
  heap_push(ring.served, member)
end

local function is_exhausted(ring)
  return #ring.served == 0 and not next_unmet(ring)
end
