#!lua flags=allow-oom
--[[
  Changes the limits and the weight of one tenant. If the old limits had parked it, it is unparked at once; a lower rate takes
  effect with the next claim, a lower concurrency with the next fetch, another weight with the tenant's next turn.

  KEYS   1 meta HASH tenant:<t>:meta    2 tenants SET tenants    3 wake_fetcher LIST wake:fetcher
  ARGV   1 prefix    2 tenant, with a slash at the end    3 max_rps, '' = keep    4 max_concurrency, '' = keep
         5 weight, '' = keep    6 now ms, '' = Redis TIME
  RETURNS 1 answer changed|unchanged|missing    2 max_rps    3 max_concurrency, a limit of 0 is none    4 weight, '' = none
         of its own
]]
local meta, tenants, wake_fetcher = KEYS[1], KEYS[2], KEYS[3]
local tenant, max_rps, max_concurrency, weight = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[6]) }
-- include wake
-- include seat
-- include tenant

if redis.call('SISMEMBER', tenants, tenant) == 0 then return { 'missing', '0', '0', '' } end
local known = redis.call('HMGET', meta, 'maxRps', 'maxConcurrency', 'weight', 'parked', 'draining')
local old_rps, old_concurrency, old_weight, parked = known[1] or '0', known[2] or '0', known[3] or '', known[4]
if max_rps == '' then max_rps = old_rps end
if max_concurrency == '' then max_concurrency = old_concurrency end
if weight == '' then weight = old_weight end
local same_limits = tonumber(max_rps) == tonumber(old_rps) and tonumber(max_concurrency) == tonumber(old_concurrency)
if same_limits and tonumber(weight) == tonumber(old_weight) then
  return { 'unchanged', old_rps, old_concurrency, old_weight }
end

redis.call('HSET', meta, 'maxRps', max_rps, 'maxConcurrency', max_concurrency)
if weight ~= '' then redis.call('HSET', meta, 'weight', weight) end
mark_limited(queue, tenant, (parked == 'paused' or known[5]) and 1 or max_rps)
if not same_limits and (parked == 'rate' or parked == 'concurrency') then
  unpark_tenant(queue, tenant)
  wake(wake_fetcher)
end
if not is_known(queue, tenant) then remove_tenant(queue, tenant) end
return { 'changed', max_rps, max_concurrency, weight }
