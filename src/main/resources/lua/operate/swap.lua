#!lua flags=allow-oom
--[[
  Replaces the record of an alert unless another instance has changed it meanwhile. If several instances see the same cause,
  exactly one of them wins.

  KEYS   1 alerts HASH alerts
  ARGV   1 cause    2 expected record, '' = none    3 new record, '' = none
  RETURNS 1 swapped 1|0
]]
local alerts = KEYS[1]
local cause, expected, record = ARGV[1], ARGV[2], ARGV[3]

if (redis.call('HGET', alerts, cause) or '') ~= expected then return { 0 } end
if record == '' then redis.call('HDEL', alerts, cause) else redis.call('HSET', alerts, cause, record) end
return { 1 }
