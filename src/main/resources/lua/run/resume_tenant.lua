#!lua flags=allow-oom
--[[
  Lets a paused tenant continue. What of it has been in Ready all the time may be younger than what came back meanwhile: until
  it has passed, the tenant's groups start what came back first, as those with a rate do.

  KEYS   1 meta HASH tenant:<t>:meta    2 tenants SET tenants    3 wake_fetcher LIST wake:fetcher
         4 wake_worker LIST wake:worker
  ARGV   1 prefix    2 tenant, with a slash at the end    3 now ms, '' = Redis TIME
  RETURNS 1 answer resumed|unchanged|missing    2 resumed_at
]]
local meta, tenants, wake_fetcher, wake_worker = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local tenant = ARGV[2]
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[3]) }
-- include wake
-- include limited
-- include tenant

if redis.call('SISMEMBER', tenants, tenant) == 0 then return { 'missing', queue.now } end
local known = redis.call('HMGET', meta, 'parked', 'maxRps', 'ready')
if known[1] ~= 'paused' then return { 'unchanged', queue.now } end
local ready = tonumber(known[3] or '0')
redis.call('HDEL', meta, 'pausedAt', 'pauseReason', 'pausedBy')
if ready > 0 then redis.call('HSET', meta, 'draining', ready) end
mark_rate(queue, tenant, known[2] or 0, nil)
unpark_tenant(queue, tenant)
wake(wake_fetcher)
wake(wake_worker)
return { 'resumed', queue.now }
