-- include claim_entry
-- include dead_letter
-- include job_name
-- include positions
-- Finds where a job is by looking everywhere.
local function count_in(list, name)
  return #redis.call('LPOS', list, name, 'COUNT', 0)
end

-- look: hint, a group whose lists are said to hold the job, '' = none; own and foreign, what a search of the list of its own
-- and of the hinted group has found (lib/positions); quick: a job that is found in one place is not searched for in those
-- lists.
local function places_of(queue, ready, name, look)
  local prefix, hint, key = queue.prefix, look.hint, queue.prefix .. 'job:' .. name
  local job = redis.call('HMGET', key, 'status', 'attempts', 'errorCode', 'processorType', 'finishedAt', 'runAt')
  local group, claim, ended = group_of(name), claim_of(queue, name)
  local function in_set(set) return redis.call('ZSCORE', prefix .. set, name) and 1 or 0 end
  local p = { status = job[1] and (ended and 'COMPLETED' or job[1]) or 'NONE', group = group,
    attempts = job[2] or '0', code = job[3] or '', processor = job[4] or '', finished_at = job[5], run_at = job[6] or '0',
    front = in_set('ready-front'), ready = count_in(ready, name), non_ready = in_set('non-ready-queue'),
    in_flight = in_set('in-flight'), claimed = claim and 1 or 0, dead = in_set('dead-letter-queue'), foreign = 0,
    returned = in_set('group:' .. group .. ':returned'), scheduled = in_set('group:' .. group .. ':scheduled'), jobs = 0, listed = 0,
    expires = (ended or redis.call('PTTL', key) >= 0) and 1 or 0,
    known = redis.call('EXISTS', prefix .. 'group:' .. group .. ':meta') }
  p.positions, p.unsearched, p.ready = {}, 0, p.ready + p.front
  local elsewhere = p.ready + p.returned + p.scheduled + p.non_ready + p.in_flight + p.dead
  if not look.quick or elsewhere ~= 1 then
    p.positions, p.unsearched = positions_in(prefix .. 'group:' .. group .. ':jobs', name, look.own)
    p.jobs = #p.positions
  end
  if hint ~= '' and hint ~= group then
    local foreign, unsearched = positions_in(prefix .. 'group:' .. hint .. ':jobs', name, look.foreign)
    p.foreign = #foreign + in_set('group:' .. hint .. ':returned') + in_set('group:' .. hint .. ':scheduled')
    p.foreign_positions, p.unsearched = foreign, p.unsearched + unsearched
  end
  if look.quick and elsewhere + p.jobs == 1 then p.unsearched = 0 end
  for i, list in ipairs(dead_letter_lists(queue, p)) do
    if i > 1 and redis.call('ZSCORE', list, name) then p.listed = p.listed + 1 end
  end
  return p
end

local function facts_of(p)
  return { p.status, p.group, p.attempts, p.ready, p.jobs, p.returned, p.foreign, p.non_ready, p.in_flight, p.claimed,
    p.dead, p.listed, p.expires, p.known, p.scheduled, p.run_at }
end
