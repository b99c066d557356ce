#!lua flags=allow-oom
--[[
  Claims up to `limit` ready jobs for one instance, fewer where they belong to many groups or are large: moves them to
  in-flight under a lease and returns their data. A job is in exactly one of the two, so a crash or a lost reply after this
  call loses nothing: the lease runs out. The jobs' own hashes are only read: the leases and claims of a batch are two
  writes, whatever its size.

  KEYS   1 ready LIST ready-queue    2 in_flight ZSET in-flight    3 state HASH state    4 pace HASH pace
         5 wake_worker LIST wake:worker
  ARGV   1 prefix    2 limit int > 0    3 claim, an id that no other call has    4 lease_ms
         5 max_concurrency over all instances, 0 = none    6 retention_ms of a cancelled job    7 order (lib/fair)
         8 now ms, '' = Redis TIME
  RETURNS 1 now    2 left in Ready, -1 while the queue is paused and -2 while max_concurrency is reached
         then for each job: lines; one text with a line each for id, attempt, groupId, processorType, createdAt, retryCount
         and trace, and the payload to the end
]]
local ready, in_flight, state, pace, wake_worker = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local terms = { limit = tonumber(ARGV[2]), claim = ARGV[3], lease_ms = tonumber(ARGV[4]),
  max_concurrency = tonumber(ARGV[5]), retention_ms = ARGV[6] }
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[7]), now = clock(ARGV[8]) }
-- include pace
-- include claim

if redis.call('HGET', state, 'paused') == '1' then return { queue.now, -1 } end
local reply, count = claim_ready(queue, { ready = ready, in_flight = in_flight, wake_worker = wake_worker }, terms)
if count > 0 then
  local seen = open_pace(pace)
  record_claims(seen, count, queue.now)
  close_pace(seen)
end
return reply
