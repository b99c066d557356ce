-- include cancel
-- include fair
-- include job_name
-- Jobs that must not start after a time. A claim asks in the step in which it would give the job away, so none ever does, and
-- whoever lets a job wait again ends it instead where that would be too late. Those that nobody would claim are swept
-- (lib/sweep): a group knows in a set of its own when something of it expires, to the second, and is in expiring-groups by the
-- time at which somebody is to look.
local TO_THE_SECOND, LONGEST_REST_MS = 1000, 60000

local function is_expired(queue, expires_at)
  return expires_at and tonumber(expires_at) <= queue.now or false
end

-- Whether an attempt at a time would be too late.
local function expires_before(queue, name, at)
  return tonumber(redis.call('HGET', queue.prefix .. 'job:' .. name, 'expiresAt') or 'inf') <= at
end

local function expire_job(queue, name, retention_ms)
  mark_cancelled(queue, name, retention_ms)
  redis.call('HSET', queue.prefix .. 'job:' .. name, 'status', 'EXPIRED')
  note_closed(queue, group_of(name), { name })
end

-- When somebody is to look at the group: at the first of its times, but not before its rest after the last look is over.
local function index_expiries(queue, group)
  local key, expiring = queue.prefix .. 'group:' .. group, queue.prefix .. 'expiring-groups'
  local first = redis.call('ZRANGE', key .. ':expiries', 0, 0, 'WITHSCORES')[2]
  if not first then return redis.call('ZREM', expiring, group) end
  local rest = number_of(redis.call('HGET', key .. ':meta', 'sweepAt'))
  if rest > queue.now + LONGEST_REST_MS then rest = 0 end -- the clock went back
  redis.call('ZADD', expiring, exact(max(tonumber(first), rest)), group)
end

-- times: by second, when jobs of the group expire.
local function note_expiries(queue, group, times)
  local entries = {}
  for second in pairs(times) do entries[#entries + 1], entries[#entries + 2] = exact(second), exact(second) end
  if #entries == 0 then return end
  redis.call('ZADD', queue.prefix .. 'group:' .. group .. ':expiries', unpack(entries))
  index_expiries(queue, group)
end

-- Of a job that is expired already: the next second, because those of this one may have been looked for.
local function second_of(queue, expires_at)
  return math.ceil(max(expires_at, queue.now + 1) / TO_THE_SECOND) * TO_THE_SECOND
end
