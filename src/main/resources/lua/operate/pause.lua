#!lua flags=allow-oom
--[[
  Pauses a queue: nothing is fetched, dispatched or claimed any more; what runs continues to its end.

  KEYS   1 state HASH state
  ARGV   1 reason    2 by whom    3 now ms, '' = Redis TIME
  RETURNS 1 changed 1|0    2 paused_at    3 reason    4 by; if the queue was already paused, those of that pause
]]
local state = KEYS[1]
local reason, by = ARGV[1], ARGV[2]
-- include clock
local now = clock(ARGV[3])

local changed = 0
if redis.call('HGET', state, 'paused') ~= '1' then
  redis.call('HSET', state, 'paused', '1', 'pausedAt', now, 'pauseReason', reason, 'pausedBy', by)
  redis.call('HDEL', state, 'failedJob')
  redis.call('HINCRBY', state, 'pauseCount', 1)
  changed = 1
end
local pause = redis.call('HMGET', state, 'pausedAt', 'pauseReason', 'pausedBy')
return { changed, pause[1], pause[2], pause[3] }
