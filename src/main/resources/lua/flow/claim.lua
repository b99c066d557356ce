#!lua flags=allow-oom
--[[
  Claims up to `limit` ready jobs for one instance, a token each, fewer where they belong to many groups or are large: moves
  them to in-flight under a lease and returns their data. A job is in exactly one of the two, so a crash or a lost reply
  after this call loses nothing: the lease runs out. The jobs' own hashes are only read: the leases and claims of a batch
  are two writes, whatever its size.

  KEYS   1 state HASH state    2 pace HASH pace
  ARGV   1 prefix    2 limit int > 0    3 claim, an id that no other call has    4 lease_ms
         5 max_concurrency over all instances, 0 = none    6 retention_ms of a cancelled job    7 order (lib/fair)
         8 rate (lib/window)    9 now ms, '' = Redis TIME
  RETURNS 1 now    2 left in Ready, -1 while the queue is paused, -2 while max_concurrency is reached, -3 while there are no
         tokens    3 wait_ms until there are, -1 otherwise    4 start_ms, how long from now the jobs may start: after that
         they have no token    then for each job: lines; one text with a line each for name, attempt, processorType, createdAt,
         retryCount and trace, and the payload to the end
]]
local state, pace = KEYS[1], KEYS[2]
local terms = { limit = tonumber(ARGV[2]), claim = ARGV[3], lease_ms = tonumber(ARGV[4]),
  max_concurrency = tonumber(ARGV[5]), retention_ms = ARGV[6] }
local rate = ARGV[8]
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[7]), now = clock(ARGV[9]) }
-- include pace
-- include tuned
-- include window
-- include claim

local tuned = read_state(state)
if tuned.is_paused then return { queue.now, -1, -1, 0 } end
local seen = open_pace(pace)
terms.window = open_window(queue, rate, tuned.global_rps)
terms.max_concurrency = tuned.max_concurrency or terms.max_concurrency
if terms.window.is_strict then open_shares(queue, terms.window) end
terms.tokens = open_limit(terms.window, terms.window.per_window, seen.windows)
local reply = claim_ready(queue, seen, terms)
close_pace(seen)
return reply
