-- Where a job is, by looking everywhere.
local function count_in(list, id)
  return #redis.call('LPOS', list, id, 'COUNT', 0)
end

-- hint: a group whose lists are said to hold the job, '' = none. searched: what a search of its group's list and of the
-- hinted group's list have found (lib/spots). quick: what is found in one place is not searched for in those lists.
local function places_of(prefix, ready, id, hint, searched, quick)
  local key = prefix .. 'job:' .. id
  local job = redis.call('HMGET', key, 'status', 'groupId', 'attempts', 'errorCode', 'processorType', 'finishedAt')
  local group, claim, ended = job[2] or hint, claim_of(prefix, id)
  local function in_set(name) return redis.call('ZSCORE', prefix .. name, id) and 1 or 0 end
  local p = { status = job[1] and (ended and 'COMPLETED' or job[1]) or 'NONE', group = group,
    attempts = job[3] or '0', code = job[4] or '', processor = job[5] or '', finished_at = job[6],
    ready = count_in(ready, id), non_ready = in_set('non-ready-queue'),
    in_flight = in_set('in-flight'), claimed = claim and 1 or 0, dead = in_set('dead-letter-queue'), foreign = 0,
    staged = count_in(prefix .. 'group:' .. group .. ':staged', id), jobs = 0, listed = 0,
    expires = (ended or redis.call('PTTL', key) >= 0) and 1 or 0,
    known = redis.call('EXISTS', prefix .. 'group:' .. group .. ':meta') }
  p.spots, p.unsearched = {}, 0
  if not quick or p.ready + p.non_ready + p.in_flight + p.dead ~= 1 then
    p.spots, p.unsearched = spots_in(prefix .. 'group:' .. group .. ':jobs', id, searched.own)
    p.jobs = #p.spots
  end
  if hint ~= '' and hint ~= group then
    local foreign, unsearched = spots_in(prefix .. 'group:' .. hint .. ':jobs', id, searched.foreign)
    p.foreign = #foreign + count_in(prefix .. 'group:' .. hint .. ':staged', id)
    p.foreign_spots, p.unsearched = foreign, p.unsearched + unsearched
  end
  if quick and p.ready + p.non_ready + p.in_flight + p.dead + p.jobs == 1 then p.unsearched = 0 end
  for i, list in ipairs(dead_letter_lists(prefix, group, p.code, p.processor)) do
    if i > 1 and redis.call('ZSCORE', list, id) then p.listed = p.listed + 1 end
  end
  return p
end

local function facts_of(p)
  return { p.status, p.group, p.attempts, p.ready, p.jobs, p.staged, p.foreign, p.non_ready, p.in_flight, p.claimed,
    p.dead, p.listed, p.expires, p.known }
end
