#!lua flags=allow-oom
--[[
  Puts back jobs whose lease ran out. Due now, so that the dispatcher gives each a token before it runs again. Where the
  instance is gone that counts against the job, and one that lost its instance too often is poison and is buried. Where
  the instance lives it does not. While it cannot be told, the job stays: the instance may still extend the lease.

  KEYS   1 in_flight ZSET    2 non_ready ZSET    3 wake_dispatcher LIST    4 instances HASH
  ARGV   1 prefix    2 limit int > 0    3 skip, how many earlier calls have left    4 max_recoveries
         5 order (lib/fair)    6 pause 1|0    7 retention_ms of a cancelled job    8 watch (lib/watch)
         9 lease_ms of the caller    10 now ms, '' = Redis TIME
  RETURNS {now, out of time 1|0, recovered, buried, cancelled, left, shortened, groups whose run this ended...}; out of
         time (lib/watch) moves nothing; shortened are leases that were too long after the clock went back
]]
local in_flight, non_ready, wake_dispatcher, instances = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local prefix, limit, skip, max_recoveries = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local pause, retention_ms, watch_terms, lease_ms = ARGV[6] == '1', ARGV[7], ARGV[8], tonumber(ARGV[9])
-- include fair
local order = fair_order(ARGV[5])
-- include clock
local now = clock(ARGV[10])
-- include wake
-- include park
-- include status
-- include settle
-- include fence
-- include failure
-- include deadletter
-- include bury
-- include cancel
-- include watch
local watch = open_watch(watch_terms, instances)

-- A lease that ends later than any claim or heartbeat could have set it was given before the clock went back. Who holds
-- it extends it soon; a dead instance's job must not wait until the clock has caught up.
local function shorten_leases()
  local far = redis.call('ZREVRANGEBYSCORE', in_flight, '+inf', '(' .. exact(now + lease_ms), 'WITHSCORES', 'LIMIT', 0, limit)
  local claims, shorter = read_claims(prefix, far, 1, 2), {}
  for i = 1, #far, 2 do
    local id, longest = far[i], lease_ms
    if claims[id] then longest = claim_facts(claims[id]).lease_ms or lease_ms end
    if tonumber(far[i + 1]) > now + longest then shorter[#shorter + 1], shorter[#shorter + 2] = exact(now + longest), id end
  end
  if #shorter > 0 then redis.call('ZADD', in_flight, unpack(shorter)) end
  return #shorter / 2
end

local shortened = shorten_leases()
if is_out_of_time(watch, now) then return { now, 1, 0, 0, 0, 0, shortened } end
local expired = redis.call('ZRANGEBYSCORE', in_flight, '-inf', now, 'WITHSCORES', 'LIMIT', skip, limit)
if #expired == 0 then return { now, 0, 0, 0, 0, 0, shortened } end
local done, due, buried, cancelled, left, changes = {}, {}, 0, 0, 0, new_changes()
local claims = read_claims(prefix, expired, 1, 2)

local function put_back(id, facts, fate)
  local key = prefix .. 'job:' .. id
  local job = redis.call('HMGET', key, 'groupId', 'recoveries', 'attempts', 'processorType')
  local group, recoveries = job[1], tonumber(job[2] or '0') + (fate == 'gone' and 1 or 0)
  if not group then return end
  local attempt = facts.attempt or job[3] or '0'
  redis.call('HSET', key, 'attempts', attempt, 'startedAt', facts.started or now, 'recoveries', recoveries)
  if is_cancelling(prefix, group) then
    cancelled = cancelled + 1
    cancel_job(prefix, id, retention_ms, now)
    add_change(changes, group, { doneJobs = 1, cancelledCount = 1, admitted = -1, running = -1 })
  elseif recoveries > max_recoveries and fate == 'gone' then
    buried = buried + 1
    local message = 'its instance was lost ' .. recoveries .. ' times while it ran'
    record_failure(prefix, id, attempt, 'POISON', message, '', now)
    bury_job(prefix, id, group, 'POISON', message, now)
    if pause then pause_on_failure(prefix, id, job[4] .. '_FAILED', now) end
    add_change(changes, group, { doneJobs = 1, failedCount = 1, admitted = -1, running = -1 })
  else
    redis.call('HSET', key, 'status', 'WAITING', 'waitReason', 'RECOVERED')
    due[#due + 1], due[#due + 2] = now, id
    add_change(changes, group, { admitted = -1, running = -1, nonReady = 1 })
  end
end

for i = 1, #expired, 2 do
  local id = expired[i]
  local facts = claims[id] and claim_facts(claims[id]) or {}
  local fate = fate_of(watch, facts.claim or 'nobody', tonumber(expired[i + 1]), now)
  if fate == 'silent' then
    left = left + 1
  else
    done[#done + 1] = id
    put_back(id, facts, fate)
  end
end
leave_flight(prefix, in_flight, done)
if #due > 0 then
  redis.call('ZADD', non_ready, unpack(due))
  wake(wake_dispatcher)
end
return settle_all(prefix, changes, order, now, { now, 0, #due / 2, buried, cancelled, left, shortened })
