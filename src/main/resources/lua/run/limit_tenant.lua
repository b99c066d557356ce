#!lua flags=allow-oom
--[[
  Changes the limits, the weight and the sending window of one tenant. If the old limits had parked it, it is unparked at once, and
  so it is if a window holds it that is open; a lower rate takes effect with the next claim, a lower concurrency with the next
  fetch, another weight with the tenant's next turn. A tenant that has no groups yet is known from then on, so that its first
  submit is limited, too.

  KEYS   1 meta HASH tenant:<t>:meta    2 tenants SET tenants    3 wake_fetcher LIST wake:fetcher
         4 wake_dispatcher LIST wake:dispatcher
  ARGV   1 prefix    2 tenant, with a slash at the end    3 max_rps    4 max_concurrency    5 weight
         6 sending_window, or 'none'; each '' = keep    7 most_weight of a caller who is kept to some groups and so within the
         bounds (lib/bounds), '' = what is set here binds such callers    8 now ms, '' = Redis TIME
  RETURNS 1 answer changed|unchanged|missing|beyond    2 max_rps    3 max_concurrency, a limit of 0 is none    4 weight, '' =
         none of its own    5 sending_window, 'none' = none; of beyond the bounds
]]
local meta, tenants, wake_fetcher, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local tenant, max_rps, max_concurrency, weight, sending_window = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local most_weight = ARGV[7]
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[8]) }
-- include wake
-- include limited
-- include tenant
-- include bounds

local asks_only = max_rps .. max_concurrency .. weight .. sending_window == ''
if asks_only and redis.call('SISMEMBER', tenants, tenant) == 0 then return { 'missing', '0', '0', '', '' } end
local known = redis.call('HMGET', meta, 'maxRps', 'maxConcurrency', 'weight', 'parked', 'sendingWindow', 'bounds')
local old_rps, old_concurrency, old_weight, parked = known[1] or '0', known[2] or '0', known[3] or '', known[4]
local old_window = known[5] or 'none'
local beyond = check_bounds(meta, known[6], most_weight, {
  wanted = { maxRps = max_rps, maxConcurrency = max_concurrency, weight = weight, sendingWindow = sending_window },
  old = { maxRps = old_rps, maxConcurrency = old_concurrency, weight = old_weight, sendingWindow = old_window } })
if beyond then return { 'beyond', beyond.maxRps, beyond.maxConcurrency, beyond.weight, beyond.sendingWindow } end
redis.call('SADD', tenants, tenant)
if max_rps == '' then max_rps = old_rps end
if max_concurrency == '' then max_concurrency = old_concurrency end
if weight == '' then weight = old_weight end
if sending_window == '' then sending_window = old_window end
local same_limits = tonumber(max_rps) == tonumber(old_rps) and tonumber(max_concurrency) == tonumber(old_concurrency)
local same_window = sending_window == old_window
if same_limits and tonumber(weight) == tonumber(old_weight) and same_window then
  if not is_known(queue, tenant) then remove_tenant(queue, tenant) end
  return { 'unchanged', old_rps, old_concurrency, old_weight, old_window }
end

redis.call('HSET', meta, 'maxRps', max_rps, 'maxConcurrency', max_concurrency)
if weight ~= '' then redis.call('HSET', meta, 'weight', weight) end
if not same_window and sending_window == 'none' then redis.call('HDEL', meta, 'sendingWindow')
elseif not same_window then redis.call('HSET', meta, 'sendingWindow', sending_window) end
if (not same_limits and (parked == 'rate' or parked == 'concurrency')) or (not same_window and parked ~= 'paused') then
  unpark_tenant(queue, tenant)
  wake(wake_fetcher)
  wake(wake_dispatcher)
end
mark_rate(queue, tenant, max_rps, redis.call('HGET', meta, 'parked') or nil)
if not is_known(queue, tenant) then remove_tenant(queue, tenant) end
return { 'changed', max_rps, max_concurrency, weight, sending_window }
