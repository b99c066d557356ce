#!lua flags=allow-oom
--[[
  Tells a partition of the last pause or resume of its queue. Of two the one with the higher count is newer, and with the same
  count a pause is newer than none, because a failure pauses its partition and counts nothing. What is older changes nothing: so
  it does not matter how late a call comes, or how often.

  KEYS   1 state HASH state
  ARGV   1 count    2 paused_at ms, '' = it is not paused    3 reason    4 by whom    5 failed_job, '' = none
  RETURNS 1 resumed 1|0
]]
local state = KEYS[1]
local count, paused_at, reason, by, failed_job = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4], ARGV[5]

local known = redis.call('HMGET', state, 'pauseCount', 'paused')
local known_count, was_paused, is_paused = tonumber(known[1] or '0'), known[2] == '1', paused_at ~= ''
if count < known_count or (count == known_count and (was_paused or not is_paused)) then return { 0 } end

redis.call('HDEL', state, 'paused', 'pausedAt', 'pauseReason', 'pausedBy', 'failedJob')
redis.call('HSET', state, 'pauseCount', count)
if is_paused then
  redis.call('HSET', state, 'paused', '1', 'pausedAt', paused_at, 'pauseReason', reason, 'pausedBy', by)
  if failed_job ~= '' then redis.call('HSET', state, 'failedJob', failed_job) end
end
return { was_paused and not is_paused and 1 or 0 }
