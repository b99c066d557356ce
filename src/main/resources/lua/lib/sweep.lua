-- include expiry
-- include fair
-- include job_name
-- include scheduled
-- include withdraw
-- Ends expired jobs of a group where they wait. A look goes through all its places, in pieces and over as many calls as it takes,
-- because the jobs may be anywhere in a list of a million. Lists are searched from their ends, like in lib/withdraw. What a call
-- may cost is one budget for all groups; a job that ends costs as much as several that are only looked at.
local PIECE, COST_OF_END, COST_OF_OTHER, REST_MS_PER_JOB, MANY = 100, 6, 0.1, 0.1, 1000
local PLACES = { 'jobs', 'returned', 'scheduled', 'ready-front', 'ready-queue' }
local COUNTERS = { returned = 'returned', scheduled = 'scheduled', ['ready-front'] = 'admitted', ['ready-queue'] = 'admitted' }

-- sweep: queue, group, retention_ms; left, what is left of the budget; began, place, cursor and looked of this look.
local function ends(sweep, name)
  local queue = sweep.queue
  if group_of(name) ~= sweep.group then
    sweep.left = sweep.left - COST_OF_OTHER
    return false
  end
  sweep.left, sweep.looked = sweep.left - 1, sweep.looked + 1
  if not is_expired(queue, redis.call('HGET', queue.prefix .. 'job:' .. name, 'expiresAt')) then return false end
  sweep.left, sweep.ended = sweep.left - COST_OF_END, sweep.ended + 1
  expire_job(queue, name, sweep.retention_ms)
  return true
end

-- cursor: jobs at the end that were passed. Returns the next one, nil when the front was reached, and how many ended.
local function sweep_list(sweep, list)
  local length, passed = redis.call('LLEN', list), tonumber(sweep.cursor)
  local last = length - 1 - passed
  local first, ended = max(0, last - PIECE + 1), 0
  local names = last >= 0 and redis.call('LRANGE', list, first, last) or {}
  for i, name in ipairs(names) do
    if ends(sweep, name) then
      redis.call('LSET', list, first + i - 1, '')
      ended = ended + 1
    end
  end
  if ended > 0 then redis.call('LREM', list, last < length / 2 and ended or -ended, '') end -- from the nearer end
  return first > 0 and passed + #names - ended or nil, ended
end

local function sweep_set(sweep, set)
  local page, gone = redis.call('ZSCAN', set, sweep.cursor, 'COUNT', PIECE), {}
  for i = 1, #page[2], 2 do
    if ends(sweep, page[2][i]) then gone[#gone + 1] = page[2][i] end
  end
  if #gone > 0 then redis.call('ZREM', set, unpack(gone)) end
  return page[1] ~= '0' and page[1] or nil, #gone
end

-- Looks at the next piece. Adds what ended to change.
local function sweep_piece(sweep, change)
  local queue, place = sweep.queue, PLACES[sweep.place]
  local is_own = sweep.place <= 3
  local key = queue.prefix .. (is_own and 'group:' .. sweep.group .. ':' or '') .. place
  local is_list, ended = place == 'jobs' or place == 'ready-queue', 0
  if is_own or sweep.has_ready then
    sweep.cursor, ended = (is_list and sweep_list or sweep_set)(sweep, key)
  else
    sweep.cursor = nil
  end
  local counter = COUNTERS[place]
  if counter and ended > 0 then change[counter] = (change[counter] or 0) - ended end
  if not sweep.cursor then sweep.place, sweep.cursor = sweep.place + 1, 0 end
end

-- What was due when the look began has ended. After a long one the group rests, so that times that follow each other closely
-- do not make one look after the other.
local function end_look(sweep, key)
  local rest = sweep.looked * REST_MS_PER_JOB
  redis.call('ZREMRANGEBYSCORE', key .. ':expiries', '-inf', exact(sweep.began))
  redis.call('HDEL', key .. ':meta', 'sweep', 'sweepAt')
  if sweep.looked > MANY then
    redis.call('HSET', key .. ':meta', 'sweepAt', exact(sweep.queue.now + math.ceil(min(rest, LONGEST_REST_MS))))
  end
  index_expiries(sweep.queue, sweep.group)
end

-- Returns what to add to the group's counters.
local function sweep_group(sweep)
  local queue, change, key = sweep.queue, {}, sweep.queue.prefix .. 'group:' .. sweep.group
  local meta = redis.call('HMGET', key .. ':meta', 'sweep', 'admitted', 'running')
  local began, place, cursor, looked = string.match(meta[1] or exact(queue.now) .. ' 1 0 0', '^(%S+) (%S+) (%S+) (%S+)$')
  sweep.began, sweep.place, sweep.cursor, sweep.looked = tonumber(began), tonumber(place), cursor, tonumber(looked)
  sweep.has_ready, sweep.ended = number_of(meta[2]) > number_of(meta[3]), 0
  while sweep.left > 0 and PLACES[sweep.place] do sweep_piece(sweep, change) end
  if PLACES[sweep.place] then
    redis.call('HSET', key .. ':meta', 'sweep', table.concat({ began, sweep.place, sweep.cursor, sweep.looked }, ' '))
  else
    end_look(sweep, key)
  end
  if change.scheduled then
    redis.call('HINCRBY', queue.prefix .. 'stats', 'scheduled', change.scheduled)
    index_scheduled(queue, sweep.group)
  end
  if sweep.ended > 0 then leave_ring_if_empty(queue, sweep.group) end
  change.doneJobs, change.expiredCount = sweep.ended, sweep.ended
  return change
end
