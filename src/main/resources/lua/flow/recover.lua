#!lua flags=allow-oom
--[[
  Puts jobs whose lease ran out back to the front of their groups. Where the instance is gone, that counts against the job, and a job that lost its instance too often is poison and fails.
  Where the instance lives, it does not count. While neither is certain the job stays: the instance may still extend the
  lease.

  KEYS   1 in_flight ZSET in-flight    2 instances HASH instances
  ARGV   1 prefix    2 limit int > 0    3 skip, how many earlier calls have left    4 max_recoveries
         5 order (lib/fair)    6 pause 1|0    7 retention_ms of a cancelled job    8 watch (lib/watch)
         9 lease_ms of the caller    10 now ms, '' = Redis TIME
  RETURNS 1 now    2 out_of_time 1|0 (lib/watch), then nothing is moved    3 recovered, or expired meanwhile    4 failed    5 cancelled
         6 left    7 shortened, leases that were too long after the clock went back
         8 run_ended 1|0, a run ended with this
]]
local in_flight, instances = KEYS[1], KEYS[2]
local limit, skip, max_recoveries = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local pause, retention_ms, watch_terms, lease_ms = ARGV[6] == '1', ARGV[7], ARGV[8], tonumber(ARGV[9])
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[5]), now = clock(ARGV[10]) }
-- include group_changes
-- include fence
-- include flight
-- include failed_attempt
-- include dead_letter
-- include expiry
-- include cancel
-- include job_name
-- include returned
-- include watch
local now, watch = queue.now, open_watch(watch_terms, instances)

-- A lease that ends later than any claim or heartbeat could have set it was given before the clock went back. Its instance
-- extends it soon; the job of a dead instance must not wait until the clock has caught up.
local function shorten_leases()
  local far = redis.call('ZREVRANGEBYSCORE', in_flight, '+inf', '(' .. exact(now + lease_ms), 'WITHSCORES', 'LIMIT', 0, limit)
  local claims, shorter = read_claims(queue, far, 1, 2), {}
  for i = 1, #far, 2 do
    local name, longest = far[i], lease_ms
    if claims[name] then longest = claim_facts(claims[name]).lease_ms or lease_ms end
    if tonumber(far[i + 1]) > now + longest then shorter[#shorter + 1], shorter[#shorter + 2] = exact(now + longest), name end
  end
  if #shorter > 0 then redis.call('ZADD', in_flight, unpack(shorter)) end
  return #shorter / 2
end

local shortened = shorten_leases()
if is_out_of_time(watch, now) then return { now, 1, 0, 0, 0, 0, shortened, 0 } end
local expired = redis.call('ZRANGEBYSCORE', in_flight, '-inf', now, 'WITHSCORES', 'LIMIT', skip, limit)
if #expired == 0 then return { now, 0, 0, 0, 0, 0, shortened, 0 } end
local done, recovered, failed, cancelled, left, changes = {}, 0, 0, 0, 0, new_changes()
local claims = read_claims(queue, expired, 1, 2)

local function put_back(name, facts, fate)
  local key = queue.prefix .. 'job:' .. name
  local job = redis.call('HMGET', key, 'processorType', 'recoveries', 'attempts', 'position', 'expiresAt')
  local group, recoveries = group_of(name), tonumber(job[2] or '0') + (fate == 'gone' and 1 or 0)
  if not job[1] then return end -- removed by hand: there is nothing to run
  local attempt = facts.attempt or job[3] or '0'
  redis.call('HSET', key, 'attempts', attempt, 'startedAt', facts.started or now, 'recoveries', recoveries)
  if is_cancelling(queue, group, facts) then
    cancelled = cancelled + 1
    cancel_job(queue, name, retention_ms)
    add_change(changes, group, { doneJobs = 1, cancelledCount = 1, admitted = -1, running = -1 })
  elseif recoveries > max_recoveries and fate == 'gone' then
    failed = failed + 1
    local failure = { code = 'POISON', message = 'its instance was lost ' .. recoveries .. ' times while it ran', stack = '' }
    record_failed_attempt(queue, name, { attempt = attempt, started = facts.started, claim = facts.claim }, failure)
    fail_job(queue, name, failure)
    if pause then pause_on_failure(queue, name, job[1] .. '_FAILED') end
    add_change(changes, group, { doneJobs = 1, failedCount = 1, admitted = -1, running = -1 })
  elseif is_expired(queue, job[5]) then
    recovered = recovered + 1
    expire_job(queue, name, retention_ms)
    add_change(changes, group, { doneJobs = 1, expiredCount = 1, admitted = -1, running = -1 })
  else
    recovered = recovered + 1
    redis.call('HSET', key, 'status', 'PENDING')
    return_job(queue, group, name, job[4])
    add_change(changes, group, { admitted = -1, running = -1, returned = 1 })
  end
end

for i = 1, #expired, 2 do
  local name = expired[i]
  local facts = claims[name] and claim_facts(claims[name]) or {}
  local fate = fate_of(watch, facts.claim or 'nobody', tonumber(expired[i + 1]), now)
  if fate == 'silent' then
    left = left + 1
  else
    done[#done + 1] = name
    put_back(name, facts, fate)
  end
end
leave_flight(queue, in_flight, done)
local run_ended = apply_changes(queue, changes)
return { now, 0, recovered, failed, cancelled, left, shortened, run_ended and 1 or 0 }
