#!lua flags=allow-oom
--[[
  Pauses a queue: nothing is fetched, dispatched or claimed any more; what runs continues to its end.

  KEYS   1 state HASH state
  ARGV   1 reason    2 by whom    3 now ms, '' = Redis TIME
  RETURNS 1 changed 1|0    2 paused_at    3 reason    4 by; a queue that was paused before stays as it was
]]
local state = KEYS[1]
local reason, by = ARGV[1], ARGV[2]
-- include clock
local now = clock(ARGV[3])

local changed = 0
if redis.call('HGET', state, 'paused') ~= '1' then
  redis.call('HSET', state, 'paused', '1', 'pausedAt', now, 'pauseReason', reason, 'pausedBy', by)
  redis.call('HDEL', state, 'failedJobId')
  changed = 1
end
local now_is = redis.call('HMGET', state, 'pausedAt', 'pauseReason', 'pausedBy')
return { changed, now_is[1], now_is[2], now_is[3] }
