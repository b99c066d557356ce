#!lua flags=no-writes
--[[
  Shows what a group, or a whole tenant, waits for and who is served before it. How many jobs that is, is estimated: a turn of
  each member ahead in its ring, and on levels above everything that waits, as far as the first members tell.

  KEYS   1 high ZSET fair-queue:high    2 normal ZSET fair-queue:normal    3 low ZSET fair-queue:low
         4 parked ZSET parked-groups    5 rate_limited ZSET rate-limited-groups    6 ready LIST ready-queue
         7 non_ready ZSET non-ready-queue    8 pace HASH pace    9 held ZSET held-groups
  ARGV   1 prefix    2 group, '' = all of the tenant    3 tenant with its slash, '' = none    4 name of a job of the group or ''
         5 max_looked, members and retries that are looked at    6 now ms, '' = Redis TIME
  RETURNS 1 parked why|''    2 parked_until ms|inf|''    3 max_rps    4 max_concurrency    5 weight    6 tenant_parked
         7 tenant_until    8 tenant_rps    9 paused_at of the tenant    10 pause_reason    11 paused_by    12 members_ahead, '' =
         not in a ring    13 members, of its level    14 jobs_ahead    15 next_retry of the group, '' = not found    16 before,
         jobs of the group before the job, '' = unknown    17 missing, the processor type that the group waits for, '' = none
         18 next_start of a scheduled job of the group, '' = none    19 tenant_concurrency
         20 tenant_window, '' = none    21 tenant_opening, when and where it opens, '' while it is open (lib/opening)
]]
local high, normal, low, parked, rate_limited = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local ready, non_ready, pace, held = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
local group, tenant, name, max_looked = ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[6]) }
-- include opening
-- include tenant

local levels = { high = high, normal = normal, low = low }
local LAPS = { high = 'lapHigh', normal = 'lapNormal', low = 'lapLow' }
local key = queue.prefix .. 'group:' .. group
local meta = redis.call('HMGET', key .. ':meta', 'parked', 'maxRps', 'maxConcurrency', 'weight', 'level',
  'missing')
local own = tenant ~= '' and redis.call('HMGET', tenant_key(queue, tenant) .. ':meta', 'parked', 'maxRps', 'pausedAt',
  'pauseReason', 'pausedBy', 'weight', 'maxConcurrency', 'sendingWindow') or {}

local function level_of_tenant()
  for _, level in ipairs(LEVELS) do
    if redis.call('ZSCORE', levels[level], tenant) then return level end
  end
end

-- Jobs that wait in a level: those of the first members, as many again for each that is not looked at.
local function waiting_on(level)
  local size, jobs = redis.call('ZCARD', levels[level]), 0
  local looked = redis.call('ZREVRANGE', levels[level], 0, max_looked - 1)
  for _, member in ipairs(looked) do
    local first, groups = member, 1
    if is_tenant(member) then
      local ring = ring_key(queue, member, level)
      first, groups = redis.call('ZREVRANGE', ring, 0, 0)[1] or '', redis.call('ZCARD', ring)
    end
    jobs = jobs + groups * redis.call('LLEN', queue.prefix .. 'group:' .. first .. ':jobs')
  end
  return #looked > 0 and math.floor(jobs * size / #looked) or 0
end

local function turn_on(level)
  return tonumber(string.match(redis.call('HGET', pace, LAPS[level]) or '', ' (%S+)$') or '1')
end

-- Returns how many members are ahead, how many there are, and the jobs that are served before.
local function position(level)
  local rank = level and redis.call('ZREVRANK', levels[level], tenant ~= '' and tenant or group)
  if not rank then return '', '', '' end
  local jobs = redis.call('LLEN', ready) + rank * turn_on(level)
  if tenant ~= '' and group ~= '' then -- the groups of a tenant share its turns
    local inside = redis.call('ZREVRANK', ring_key(queue, tenant, level), group)
    if not inside then return '', '', '' end
    jobs = jobs + inside * math.max(1, redis.call('ZCARD', levels[level]) - 1)
  end
  for _, above in ipairs(LEVELS) do
    if above == level then break end
    jobs = jobs + waiting_on(above)
  end
  return rank, redis.call('ZCARD', levels[level]), math.floor(jobs)
end

local function next_retry()
  local due = redis.call('ZRANGE', non_ready, 0, max_looked - 1, 'WITHSCORES')
  for i = 1, #due, 2 do
    if string.sub(due[i], 1, #group + 1) == group .. '#' then return due[i + 1] end
  end
  return ''
end

-- A job's position counts from the first job of its run; the list of a group has no gaps.
local function jobs_before()
  local at, first = redis.call('HGET', queue.prefix .. 'job:' .. name, 'position'), redis.call('LINDEX', key .. ':jobs', 0)
  if not at or redis.call('ZSCORE', key .. ':returned', name) then
    return at and redis.call('ZCOUNT', key .. ':returned', '-inf', '(' .. at) or ''
  end
  local from = first and redis.call('HGET', queue.prefix .. 'job:' .. first, 'position')
  return from and math.max(0, at - from) + redis.call('ZCARD', key .. ':returned') or ''
end

local ahead, members, jobs = position(group ~= '' and meta[5] or level_of_tenant())
local function parked_until()
  for _, set in ipairs({ parked, rate_limited, held }) do
    local at = redis.call('ZSCORE', set, group)
    if at then return at end
  end
  return ''
end

return { meta[1] or '', meta[1] and parked_until() or '',
  meta[2] or '0', meta[3] or '0', meta[4] or own[6] or '1', own[1] or '', own[1] and redis.call('ZSCORE', rate_limited, tenant)
  or redis.call('ZSCORE', held, tenant) or '', own[2] or '0', own[3] or '', own[4] or '', own[5] or '', ahead, members, jobs, group ~= '' and next_retry() or '',
  name ~= '' and jobs_before() or '', meta[6] or '', redis.call('ZRANGE', key .. ':scheduled', 0, 0, 'WITHSCORES')[2] or '',
  own[7] or '0', own[8] or '', opening_of(queue, own[8]) }
