#!lua flags=allow-oom
--[[
  Replaces the state of a recurring bulk action, and what it is, unless another instance has changed it meanwhile. If
  several instances want to claim a tick, exactly one of them wins.

  KEYS   1 recurring HASH recurring    2 states HASH recurring-states    3 due ZSET recurring-due
  ARGV   1 name    2 expected state, '' = none    3 new definition, '' = keep    4 new state, '' = remove all
         5 due_ms when somebody should look at it
  RETURNS 1 changed 1|0
]]
local recurring, states, due = KEYS[1], KEYS[2], KEYS[3]
local name, expected, definition, state, due_ms = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]

if (redis.call('HGET', states, name) or '') ~= expected then return { 0 } end
if state == '' then
  redis.call('HDEL', recurring, name)
  redis.call('HDEL', states, name)
  redis.call('ZREM', due, name)
  return { 1 }
end
if definition ~= '' then redis.call('HSET', recurring, name, definition) end
redis.call('HSET', states, name, state)
redis.call('ZADD', due, due_ms, name)
return { 1 }
