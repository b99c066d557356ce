-- include fair
-- include pace
-- include parking
-- include seat
-- include tenant
-- Processor types of which an instance runs only so many jobs at once. It says in each call how many more it may run (spare).
-- What is too much goes back to its group, which waits in waiting-for:<type>, first come first served, until an instance that
-- may run more of the type fetches for itself. That brings as many jobs as it may run. An instance without such types pays
-- nothing. The time until which a group is parked only matters if that instance dies: the more wait, the longer it is.
local WAIT_MS, MORE_MS, LONGEST_WAIT_MS, MAX_ALLOWED = 1000, 20, 300000, 20

-- text: as lib/foreign has it. Returns how many more jobs of each type may run, nil where none is limited.
local function open_spare(text)
  local list = string.match(text, '^[^|]*|[^|]*|[^|]*|(.+)$')
  if not list then return nil end
  local spare = {}
  for job_type, count in string.gmatch(list, '(%S+)=(%d+)') do spare[job_type] = tonumber(count) end
  return spare
end

local function waiting_key(queue, job_type)
  return queue.prefix .. 'waiting-for:' .. job_type
end

-- Parks a group that waits for somebody who runs jobs of a type. wait: why, job_type, ms. Returns whether it waits now.
local function park_for_type(queue, group, wait)
  local key, pace = meta_key(queue, group), queue.pace
  local meta = redis.call('HMGET', key, 'level', 'parked', 'status')
  if not meta[1] or meta[3] == 'CANCELLING' or meta[2] == 'throttled' or meta[2] == 'held' then return false end
  leave_seat(queue, group, meta[1], meta[2])
  redis.call('HSET', key, 'missing', wait.job_type)
  park(queue, group, wait.why, queue.now + wait.ms)
  if wait.ms > pace.longest_delay then
    pace.longest_delay = wait.ms
    set_pace(pace, 'longestDelay', wait.ms)
  end
  return true
end

local function wait_for_spare(queue, group, job_type)
  local waiting = waiting_key(queue, job_type)
  local ms = min(LONGEST_WAIT_MS, WAIT_MS + MORE_MS * redis.call('ZCARD', waiting))
  if park_for_type(queue, group, { why = 'full', job_type = job_type, ms = ms }) then
    redis.call('ZADD', waiting, exact(queue.now), group)
  end
end

-- Lets groups go on that wait for types of which the caller may run more. queue.allowed: which, and how many jobs of each.
local function unpark_waiting(queue, spare)
  queue.allowed = {}
  for job_type, count in pairs(spare) do
    count = min(count, MAX_ALLOWED)
    local groups = count > 0 and redis.call('ZRANGE', waiting_key(queue, job_type), 0, count - 1) or {}
    for i, group in ipairs(groups) do
      redis.call('ZREM', waiting_key(queue, job_type), group)
      take_seat(queue, group)
      queue.allowed[group] = { job_type = job_type, jobs = math.floor((count + #groups - i) / #groups) }
    end
  end
end

-- The types for which groups wait, of those that the caller limits, with a blank between.
local function waited_for(queue, spare)
  local types = {}
  for job_type in pairs(spare or {}) do
    if redis.call('EXISTS', waiting_key(queue, job_type)) == 1 then types[#types + 1] = job_type end
  end
  return table.concat(types, ' ')
end
