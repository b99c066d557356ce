#!lua flags=allow-oom
--[[
  Changes the limits of one group. If the old ones had parked the group, it is unparked at once; lower limits take effect
  with the next fetch.

  KEYS   1 meta HASH group:<g>:meta    2 wake_fetcher LIST wake:fetcher
  ARGV   1 prefix    2 group    3 max_rps, '' = keep    4 max_concurrency, '' = keep    5 order (lib/fair)
  RETURNS 1 answer changed|unchanged|missing    2 max_rps    3 max_concurrency, a limit of 0 is none
]]
local meta, wake_fetcher = KEYS[1], KEYS[2]
local group, max_rps, max_concurrency = ARGV[2], ARGV[3], ARGV[4]
-- include fair
local queue = { prefix = ARGV[1], order = fair_order(ARGV[5]), now = 0 }
-- include wake
-- include seat

local known = redis.call('HMGET', meta, 'status', 'parked', 'maxRps', 'maxConcurrency')
if not known[1] then return { 'missing', '0', '0' } end
local old_rps, old_concurrency = known[3] or '0', known[4] or '0'
if max_rps == '' then max_rps = old_rps end
if max_concurrency == '' then max_concurrency = old_concurrency end
if tonumber(max_rps) == tonumber(old_rps) and tonumber(max_concurrency) == tonumber(old_concurrency) then
  return { 'unchanged', old_rps, old_concurrency }
end

redis.call('HSET', meta, 'maxRps', max_rps, 'maxConcurrency', max_concurrency)
mark_limited(queue, group, max_rps)
-- why not a throttled group: it is not parked because of its limits
if known[2] == 'concurrency' or known[2] == 'rate' then
  take_seat(queue, group)
  wake(wake_fetcher)
end
return { 'changed', max_rps, max_concurrency }
