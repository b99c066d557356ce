#!lua flags=allow-oom
--[[
  Pauses a tenant: none of its jobs is fetched or claimed any more; what runs continues to its end. What of it is in Ready
  goes back to the front of its group when a claim meets it, so it holds up nobody else.

  KEYS   1 meta HASH tenant:<t>:meta    2 tenants SET tenants
  ARGV   1 prefix    2 tenant, with a slash at the end    3 reason    4 by whom    5 now ms, '' = Redis TIME
  RETURNS 1 answer paused|unchanged|missing    2 paused_at    3 reason    4 by; if the tenant was already paused, those of
         that pause
]]
local meta, tenants = KEYS[1], KEYS[2]
local tenant, reason, by = ARGV[2], ARGV[3], ARGV[4]
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[5]) }
-- include limited
-- include tenant

if redis.call('SISMEMBER', tenants, tenant) == 0 then return { 'missing', '0', '', '' } end
local answer = 'unchanged'
if redis.call('HGET', meta, 'parked') ~= 'paused' then
  park_tenant(queue, tenant, 'paused')
  mark_limited(queue, tenant, true)
  redis.call('HSET', meta, 'pausedAt', queue.now, 'pauseReason', reason, 'pausedBy', by)
  redis.call('HDEL', meta, 'draining')
  answer = 'paused'
end
local pause = redis.call('HMGET', meta, 'pausedAt', 'pauseReason', 'pausedBy')
return { answer, pause[1], pause[2], pause[3] }
