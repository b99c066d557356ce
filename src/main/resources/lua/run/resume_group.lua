#!lua flags=allow-oom
--[[
  Lets a paused group continue, unless something else holds it (lib/hold).

  KEYS   1 meta HASH group:<g>:meta    2 wake_fetcher LIST wake:fetcher    3 wake_worker LIST wake:worker
         4 wake_dispatcher LIST wake:dispatcher
  ARGV   1 prefix    2 group    3 order (lib/fair)    4 now ms, '' = Redis TIME
  RETURNS 1 answer resumed|unchanged|missing    2 resumed_at
]]
local meta, wake_fetcher, wake_worker, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local group = ARGV[2]
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[3]), now = clock(ARGV[4]) }
-- include seat
-- include wake

local known = redis.call('HMGET', meta, 'status', 'pausedAt', 'parked')
if not known[1] then return { 'missing', queue.now } end
if not known[2] then return { 'unchanged', queue.now } end
redis.call('HDEL', meta, 'pausedAt', 'pauseReason', 'pausedBy')
if known[3] == 'held' then
  take_seat(queue, group)
  wake(wake_fetcher)
  wake(wake_worker)
  wake(wake_dispatcher)
end
return { 'resumed', queue.now }
