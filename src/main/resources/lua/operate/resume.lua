#!lua flags=allow-oom
--[[
  Lets a paused queue continue and wakes the loops that wait for it.

  KEYS   1 state HASH state    2 wake_fetcher LIST wake:fetcher    3 wake_dispatcher LIST wake:dispatcher
         4 wake_worker LIST wake:worker
  ARGV   1 now ms, '' = Redis TIME
  RETURNS 1 changed 1|0    2 resumed_at
]]
local state, wake_fetcher, wake_dispatcher, wake_worker = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
-- include clock
local now = clock(ARGV[1])
-- include wake

if redis.call('HGET', state, 'paused') ~= '1' then return { 0, now } end
redis.call('HDEL', state, 'paused', 'pausedAt', 'pauseReason', 'pausedBy', 'failedJob')
redis.call('HSET', state, 'resumedAt', now)
redis.call('HINCRBY', state, 'pauseCount', 1)
wake(wake_fetcher)
wake(wake_dispatcher)
wake(wake_worker)
return { 1, now }
