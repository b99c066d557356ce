#!lua flags=allow-oom
--[[
  Replaces a record, such as that of an alert or a session, unless another instance has changed it meanwhile. If several instances want to do
  so at once, exactly one of them wins.

  KEYS   1 records HASH alerts|tokens|sending-rules|sessions
  ARGV   1 field    2 expected record, '' = none    3 new record, '' = none
  RETURNS 1 swapped 1|0
]]
local records = KEYS[1]
local field, expected, record = ARGV[1], ARGV[2], ARGV[3]

if (redis.call('HGET', records, field) or '') ~= expected then return { 0 } end
if record == '' then redis.call('HDEL', records, field) else redis.call('HSET', records, field, record) end
return { 1 }
