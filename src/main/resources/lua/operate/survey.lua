#!lua flags=no-writes
--[[
  Shows the numbers of a queue at one moment, whatever its size. The number of pending jobs is stored nowhere: it is what
  the lifetime counters leave, which is exact only because everything is read in one step.
  The job that has waited longest is found without looking at every group: the first job of a group is its oldest, and the
  groups that have had their status for longest are those whose jobs can be the oldest. A retry waits for a time, not for
  its turn, and does not count.

  KEYS   1 high ZSET fair-queue:high    2 normal ZSET fair-queue:normal    3 low ZSET fair-queue:low
         4 parked ZSET parked-groups    5 rate_limited ZSET rate-limited-groups    6 ready LIST ready-queue
         7 ready_front ZSET ready-front    8 non_ready ZSET non-ready-queue    9 in_flight ZSET in-flight
         10 dead_letters ZSET dead-letter-queue    11 state HASH state    12 stats HASH stats
         13 instances HASH instances    14 alerts HASH alerts    15 created ZSET groups:CREATED
         16 running ZSET groups:RUNNING    17 cancelling ZSET groups:CANCELLING    18 tenant_groups HASH tenant-groups
         19 pace HASH pace    20 unsealed ZSET unsealed-groups    21 held ZSET held-groups    22 unknown HASH unknown-types
         23 scheduled ZSET scheduled-groups    24 after ZSET after-groups
  ARGV   1 prefix    2 recent_ms    3 max_groups of each status in which the oldest job is searched, 0 = no search
         4 sending_window that the settings name, '' = none    5 now ms, '' = Redis TIME
  RETURNS 1 now    2 high groups    3 normal groups    4 low groups    5 parked groups    6 active groups    7 ready
         8 non_ready    9 in_flight    10 dead_letters    11 recent_dead_letters, those of the last recent_ms
         12 enqueued    13 completed    14 failed    15 cancelled    16 resolved    17 retried    18 corrected
         19 paused 1|0    20 paused_at    21 pause_reason    22 paused_by    23 failed_job, its name
         24 instances, a list of id and info in turn    25 alerts, a list of cause and record in turn
         26 oldest_at, when the job that has waited longest was created, '' = none waits or no search
         27 ended, jobs of the last seconds (lib/recent)    28 claimed_at, about when a job was claimed last    29 resumed_at
         30 waits_since, since when a job or a group waits that may be served next, '' = none    31 next_retry    32 next_parked, when the first parked group
         may go on    33 unsealed groups    34 error_code    35 error, of failed_job    36 global_rps    37 max_concurrency
         38 tuned_workers, as an administrator has set them (lib/tuned); each '' where there is none    39 members, groups and
         tenants that take turns    40 unknown_types, a list of type, and since and last when it was met, in turn (lib/foreign)
         41 scheduled jobs    42 next_start of one of them    43 expired    44 paused_groups, groups that a person has paused
         45 sending_window that an administrator has set    46 opening, when and where its sending window opens, '' while it is
         open (lib/opening)    47 opened_at, '' where it is not open
]]
local high, normal, low, parked, rate_limited = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local ready, ready_front, non_ready, in_flight, dead_letters = KEYS[6], KEYS[7], KEYS[8], KEYS[9], KEYS[10]
local state, stats, instances, alerts = KEYS[11], KEYS[12], KEYS[13], KEYS[14]
local created, running, cancelling, tenant_groups = KEYS[15], KEYS[16], KEYS[17], KEYS[18]
local pace, unsealed, held, unknown, scheduled, after = KEYS[19], KEYS[20], KEYS[21], KEYS[22], KEYS[23], KEYS[24]
local recent_ms, max_groups, sending_window = tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[5]) }
-- include opening
-- include sending
-- include tenant
local prefix, now = queue.prefix, queue.now

local function oldest_waiting()
  local oldest
  local function consider(name)
    if not name then return end
    local job = redis.call('HMGET', prefix .. 'job:' .. name, 'createdAt', 'attempts')
    local since, is_retry = tonumber(job[1] or ''), job[2]
    if since and not is_retry and (not oldest or since < oldest) then oldest = since end
  end
  for _, groups in ipairs({ created, running }) do
    for _, group in ipairs(redis.call('ZRANGE', groups, 0, max_groups - 1)) do
      consider(redis.call('LINDEX', prefix .. 'group:' .. group .. ':jobs', 0))
    end
  end
  consider(redis.call('LINDEX', ready, 0))
  return oldest and string.format('%.0f', oldest) or ''
end

-- The job that is claimed next, and on each level whose turn is next.
local function waits_since()
  local oldest
  local function consider(since)
    since = tonumber(since or '')
    if since and (not oldest or since < oldest) then oldest = since end
  end
  local first = redis.call('ZRANGE', ready_front, 0, 0)[1] or redis.call('LINDEX', ready, 0)
  if first then consider(redis.call('HGET', prefix .. 'job:' .. first, 'createdAt')) end
  for level, ring in pairs({ high = high, normal = normal, low = low }) do
    local next = redis.call('ZREVRANGE', ring, 0, 0)[1]
    if next and is_tenant(next) then consider((read_seat(redis.call('HGET', meta_key(queue, next), level) or nil)))
    elseif next then consider(redis.call('HGET', meta_key(queue, next), 'lastServedAt')) end
  end
  return oldest and string.format('%.0f', oldest) or ''
end

local in_tenants = redis.call('HMGET', tenant_groups, 'high', 'normal', 'low', 'parked')
local function groups_in(i, size) return size + tonumber(in_tenants[i] or '0') end
local reply = { now, groups_in(1, redis.call('ZCARD', high)), groups_in(2, redis.call('ZCARD', normal)),
  groups_in(3, redis.call('ZCARD', low)), groups_in(4, redis.call('ZCARD', parked) + redis.call('ZCARD', rate_limited) + redis.call('ZCARD', held)),
  redis.call('ZCARD', created) + redis.call('ZCARD', running) + redis.call('ZCARD', cancelling),
  redis.call('LLEN', ready) + redis.call('ZCARD', ready_front), redis.call('ZCARD', non_ready),
  redis.call('ZCARD', in_flight), redis.call('ZCARD', dead_letters),
  redis.call('ZCOUNT', dead_letters, now - recent_ms, '+inf') }
local function add(values, missing)
  for _, value in ipairs(values) do reply[#reply + 1] = value or missing end
end
add(redis.call('HMGET', stats, 'enqueued', 'completed', 'failed', 'cancelled', 'resolved', 'retried', 'corrected'), '0')
reply[#reply + 1] = redis.call('HGET', state, 'paused') == '1' and 1 or 0
add(redis.call('HMGET', state, 'pausedAt', 'pauseReason', 'pausedBy', 'failedJob'), '')
reply[#reply + 1] = redis.call('HGETALL', instances)
reply[#reply + 1] = redis.call('HGETALL', alerts)
reply[#reply + 1] = max_groups > 0 and oldest_waiting() or ''
add(redis.call('HMGET', pace, 'ended', 'claimedAt'), '')
local resumed_at, failed_job = unpack(redis.call('HMGET', state, 'resumedAt', 'failedJob'))
local function first_of(set) return redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')[2] end
local next_token, next_group = tonumber(first_of(rate_limited) or 'inf'), tonumber(first_of(parked) or 'inf')
local next_start = tonumber(first_of(held) or 'inf')
add({ resumed_at, waits_since(), first_of(non_ready) or '',
  string.format('%.0f', math.min(next_token, next_group, next_start)), redis.call('ZCARD', unsealed) }, '')
add(failed_job and redis.call('HMGET', prefix .. 'job:' .. failed_job, 'errorCode', 'error') or { '', '' }, '')
add(redis.call('HMGET', state, 'globalRps', 'maxConcurrency', 'workers'), '')
reply[#reply + 1] = redis.call('ZCARD', high) + redis.call('ZCARD', normal) + redis.call('ZCARD', low)
reply[#reply + 1] = redis.call('HGETALL', unknown)
add({ redis.call('HGET', stats, 'scheduled') or '0', first_of(scheduled) or '', redis.call('HGET', stats, 'expired') or '0',
  redis.call('ZCOUNT', held, '+inf', '+inf') - redis.call('ZCARD', after) }, '')
local window = redis.call('HGET', state, 'sendingWindow')
local applies = window or sending_window ~= '' and sending_window or nil
add({ window, opening_of(queue, applies), sending_of(queue, applies).opened or false }, '')
return reply
