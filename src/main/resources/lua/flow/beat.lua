#!lua flags=allow-oom
--[[
  Notes that an instance is alive and tells it who else is there, so that one call serves both. An instance that has been
  silent for long is removed. It also says which processor types it knows. A heartbeat that lies ahead was given before the clock went back: it counts from now.

  KEYS   1 instances HASH instances    2 announced HASH announced-types    3 unknown HASH unknown-types
  ARGV   1 id, '' = only look    2 info JSON object    3 forget_ms    4 now ms, '' = Redis TIME    then for each type: type
  RETURNS 1 now    then for each instance: id, info; info is the JSON object with the time of the heartbeat as first field
]]
local instances, announced, unknown = KEYS[1], KEYS[2], KEYS[3]
local id, info, forget_ms, FIRST_TYPE = ARGV[1], ARGV[2], tonumber(ARGV[3]), 5
-- include clock
local now = clock(ARGV[4])

if id ~= '' then
  redis.call('HSET', instances, id, string.format('{"heartbeat":%d,', now) .. string.sub(info, 2))
  local types = {}
  for i = FIRST_TYPE, #ARGV do types[#types + 1], types[#types + 2] = ARGV[i], string.format('%d', now) end
  if #types > 0 then
    redis.call('HSET', announced, unpack(types))
    redis.call('HDEL', unknown, unpack(ARGV, FIRST_TYPE))
  end
end
local reply, all = { now }, redis.call('HGETALL', instances)
for i = 1, #all, 2 do
  local heartbeat = tonumber(string.match(all[i + 1], '^{"heartbeat":(%d+)') or '0')
  if heartbeat < now - forget_ms then
    redis.call('HDEL', instances, all[i])
  else
    if heartbeat > now then
      all[i + 1] = string.gsub(all[i + 1], '%d+', string.format('%d', now), 1)
      redis.call('HSET', instances, all[i], all[i + 1])
    end
    reply[#reply + 1], reply[#reply + 2] = all[i], all[i + 1]
  end
end
return reply
