-- include cancel
-- include fair
-- include job_name
-- include scheduled
-- include withdraw
-- Jobs that must not start after a time. A claim asks in the step in which it would give the job away, so none ever does. Those
-- that nobody would claim are swept: a group knows in a set of its own when something of it expires, to the second, and is in
-- expiring-groups by the first of these times.
local LOOKED_AT, TO_THE_SECOND = 200, 1000

local function is_expired(queue, expires_at)
  return expires_at and tonumber(expires_at) <= queue.now or false
end

-- Whether an attempt at a time would be too late. Asked by whoever lets a job wait.
local any_expiring
local function expires_before(queue, name, at)
  if any_expiring == nil then any_expiring = redis.call('EXISTS', queue.prefix .. 'expiring-groups') == 1 end
  if not any_expiring then return false end
  return tonumber(redis.call('HGET', queue.prefix .. 'job:' .. name, 'expiresAt') or 'inf') <= at
end

local function expire_job(queue, name, retention_ms)
  mark_cancelled(queue, name, retention_ms)
  redis.call('HSET', queue.prefix .. 'job:' .. name, 'status', 'EXPIRED')
  note_closed(queue, group_of(name), { name })
end

local function index_expiries(queue, group)
  index_first(queue, group, 'expiries')
end

-- times: by second, when jobs of the group expire.
local function note_expiries(queue, group, times)
  local entries = {}
  for second in pairs(times) do entries[#entries + 1], entries[#entries + 2] = exact(second), exact(second) end
  if #entries == 0 then return end
  redis.call('ZADD', queue.prefix .. 'group:' .. group .. ':expiries', unpack(entries))
  index_expiries(queue, group)
end

local function second_of(expires_at)
  return math.ceil(tonumber(expires_at) / TO_THE_SECOND) * TO_THE_SECOND
end

-- Of names, those that are expired.
local function pick_expired(queue, names)
  local expired = {}
  for _, name in ipairs(names) do
    if is_expired(queue, redis.call('HGET', queue.prefix .. 'job:' .. name, 'expiresAt')) then expired[#expired + 1] = name end
  end
  return expired
end

-- Takes what is expired out of the front of a group's list and of its sets. Returns what to add to its counters, and how many.
local function sweep_group(queue, group, retention_ms)
  local key, change, count = queue.prefix .. 'group:' .. group, { doneJobs = 0, expiredCount = 0 }, 0
  local function note(names)
    for _, name in ipairs(names) do expire_job(queue, name, retention_ms) end
    count = count + #names
    return #names
  end
  local front = redis.call('LRANGE', key .. ':jobs', 0, LOOKED_AT - 1)
  for i, name in ipairs(front) do
    if #pick_expired(queue, { name }) == 1 then
      redis.call('LSET', key .. ':jobs', i - 1, '')
      note({ name })
    end
  end
  if count > 0 then redis.call('LREM', key .. ':jobs', count, '') end
  for part, counter in pairs({ returned = 'returned', scheduled = 'scheduled' }) do
    local names = pick_expired(queue, redis.call('ZRANGE', key .. ':' .. part, 0, LOOKED_AT - 1))
    if #names > 0 then
      redis.call('ZREM', key .. ':' .. part, unpack(names))
      change[counter] = -note(names)
    end
  end
  if change.scheduled then
    redis.call('HINCRBY', queue.prefix .. 'stats', 'scheduled', change.scheduled)
    index_scheduled(queue, group)
  end
  change.doneJobs, change.expiredCount = count, count
  if count > 0 then leave_ring_if_empty(queue, group) end
  return change, count
end
