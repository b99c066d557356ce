#!lua flags=allow-oom
--[[
  Claims up to `limit` ready jobs for one instance, fewer where they are many groups' or large: moves them to in-flight
  under a lease and returns their data. A job is in exactly one of the two, so a crash or a lost reply after this call
  loses nothing: the lease runs out. The jobs' own hashes are only read: leases and claims of a batch are two writes,
  whatever its size.

  KEYS   1 ready LIST    2 in_flight ZSET    3 state HASH    4 pace HASH    5 wake_worker LIST
  ARGV   1 prefix    2 limit int > 0    3 claim, an id that no other call has    4 lease_ms
         5 max_concurrency over all instances, 0 = none    6 retention_ms of a cancelled job    7 order (lib/fair)
         8 now ms, '' = Redis TIME
  RETURNS {now, left in ready, then for each job one text of lines: id, attempt, groupId, processorType, createdAt,
         retryCount, trace, payload to the end}; left is -1 while the queue is paused and -2 while max_concurrency is
         reached
]]
local ready, in_flight, state, pace, wake_worker = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local prefix = ARGV[1]
local terms = { limit = tonumber(ARGV[2]), claim = ARGV[3], lease_ms = tonumber(ARGV[4]),
  max_concurrency = tonumber(ARGV[5]), retention_ms = ARGV[6] }
-- include fair
local order = fair_order(ARGV[7])
-- include clock
local now = clock(ARGV[8])
-- include wake
-- include pace
-- include park
-- include status
-- include settle
-- include cancel
-- include claim

if redis.call('HGET', state, 'paused') == '1' then return { now, -1 } end
local reply = {}
local count = claim_ready(reply, prefix, ready, in_flight, wake_worker, terms, order, now)
if count > 0 then
  local seen = open_pace(pace)
  record_claims(seen, count, now)
  close_pace(seen)
end
return reply
