#!lua flags=allow-oom
--[[
  Claims up to `limit` ready jobs for one instance, fewer where they are of many groups: moves them to in-flight under a
  lease and returns their data. A job is in exactly one of the two, so a crash or a lost reply after this call loses
  nothing: the lease runs out. The jobs' own hashes are only read: leases and claims of a batch are two writes, whatever
  its size.

  KEYS   1 ready LIST    2 in_flight ZSET    3 state HASH    4 pace HASH    5 wake_worker LIST
  ARGV   1 prefix    2 limit int > 0    3 lease_ms    4 max_concurrency over all instances, 0 = none
         5 retention_ms of a cancelled job    6 order (lib/fair)    7 now ms, '' = Redis TIME
  RETURNS {now, left in ready, then for each job one text of lines: id, attempt, groupId, processorType, createdAt,
         retryCount, trace, payload to the end}; left is -1 while the queue is paused and -2 while max_concurrency is
         reached
]]
local ready, in_flight, state, pace, wake_worker = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local prefix, limit, lease_ms, max_concurrency = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local retention_ms, PART, MOST_GROUPS = ARGV[5], 50, 50
-- include fair
local order = fair_order(ARGV[6])
-- include clock
local now = clock(ARGV[7])
-- include wake
-- include pace
-- include park
-- include status
-- include settle
-- include cancel

if redis.call('HGET', state, 'paused') == '1' then return { now, -1 } end
if max_concurrency > 0 then
  limit = math.min(limit, max_concurrency - redis.call('ZCARD', in_flight))
  if limit <= 0 then return { now, -2 } end
end
local reply, leases, claims, running, groups = { now, 0 }, {}, {}, {}, 0
local lease, started_now, cancelled = exact(now + lease_ms), ' ' .. exact(now), new_changes()
local function claim(id)
  local job_key = prefix .. 'job:' .. id
  local job = redis.call('HMGET', job_key, 'groupId', 'processorType', 'payload', 'createdAt', 'attempts', 'trace')
  local group = job[1]
  if not group then return end -- removed by hand: there is nothing to run
  if is_cancelling(prefix, group) then
    cancel_job(prefix, id, retention_ms, now)
    add_change(cancelled, group, { doneJobs = 1, cancelledCount = 1, admitted = -1 })
    return
  end
  local n, attempt, retries = #claims, '1', '0'
  if job[5] then attempt, retries = tostring(job[5] + 1), redis.call('HGET', job_key, 'retryCount') or '0' end
  leases[n + 1], leases[n + 2] = lease, id
  claims[n + 1], claims[n + 2] = id, attempt .. started_now
  if not running[group] then groups = groups + 1 end
  running[group] = (running[group] or 0) + 1
  -- why one text: a reply of many small parts costs Redis more than all else here
  reply[#reply + 1] = id .. '\n' .. attempt .. '\n' .. group .. '\n' .. job[2] .. '\n' .. job[4] .. '\n'
    .. retries .. '\n' .. (job[6] or '') .. '\n' .. job[3]
end
-- why in parts: a group costs as much as many jobs, and how many there are shows only when its jobs are taken
local taken, part, asked = 0, nil, nil
repeat
  asked = math.min(PART, limit - taken)
  part = redis.call('LPOP', ready, asked) or {}
  for _, id in ipairs(part) do claim(id) end
  taken = taken + #part
until #part < asked or taken == limit or groups >= MOST_GROUPS
if #leases > 0 then
  redis.call('ZADD', in_flight, unpack(leases))
  redis.call('HSET', prefix .. 'claims', unpack(claims))
  record_claims(pace, #leases / 2, now)
end
local started = { CREATED = {}, DISPATCHED = {} }
for group, count in pairs(running) do
  local key = prefix .. 'group:' .. group .. ':meta'
  if redis.call('HINCRBY', key, 'running', count) == count then
    local status = redis.call('HGET', key, 'status')
    if started[status] then
      redis.call('HSET', key, 'status', 'RUNNING', 'startedAt', now)
      table.insert(started[status], group)
    end
  end
end
for status, groups in pairs(started) do index_all(prefix, groups, status, 'RUNNING', now) end
settle_all(prefix, cancelled, order, now)
reply[2] = #part < asked and 0 or redis.call('LLEN', ready)
if reply[2] > 0 then wake(wake_worker) end -- another instance may have idle workers
return reply
