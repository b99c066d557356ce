#!lua flags=allow-oom
--[[
  Notes that the runs which a tenant has at this moment are being cancelled, until each of them is marked (run/cancel). So
  another instance continues if the one that marks them dies.

  KEYS   1 cancelling_tenants HASH cancelling-tenants    2 tenants SET tenants
  ARGV   1 tenant, with a slash at the end    2 step begin|continue|end    3 began_at, '' to begin    4 reason
         5 now ms, '' = Redis TIME
  RETURNS 1 answer noted|missing, there is no such tenant or cancellation    2 began_at
]]
local cancelling_tenants, tenants = KEYS[1], KEYS[2]
local tenant, step, began_at, reason = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
-- include clock
local now = string.format('%.0f', clock(ARGV[5]))

if step == 'begin' then
  if redis.call('SISMEMBER', tenants, tenant) == 0 then return { 'missing', 0 } end
  redis.call('HSET', cancelling_tenants, tenant, now .. ' ' .. now .. ' ' .. reason)
  return { 'noted', now }
end
-- why compared: a later cancellation reaches more runs, and ends by itself
local noted = string.match(redis.call('HGET', cancelling_tenants, tenant) or '', '^%d+')
if noted ~= began_at then return { 'missing', 0 } end
if step == 'end' then redis.call('HDEL', cancelling_tenants, tenant)
else redis.call('HSET', cancelling_tenants, tenant, began_at .. ' ' .. now .. ' ' .. reason) end
return { 'noted', began_at }
