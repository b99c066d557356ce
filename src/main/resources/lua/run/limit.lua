#!lua flags=allow-oom
--[[
  Changes the limits and the weight of one group. If the old limits had parked the group, it is unparked at once; lower
  limits take effect with the next fetch, another weight with the group's next turn.

  KEYS   1 meta HASH group:<g>:meta    2 wake_fetcher LIST wake:fetcher
  ARGV   1 prefix    2 group    3 max_rps, '' = keep    4 max_concurrency, '' = keep    5 weight, '' = keep
         6 order (lib/fair)    7 now ms, '' = Redis TIME
  RETURNS 1 answer changed|unchanged|missing    2 max_rps    3 max_concurrency, a limit of 0 is none    4 weight, '' = none
         of its own
]]
local meta, wake_fetcher = KEYS[1], KEYS[2]
local group, max_rps, max_concurrency, weight = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[6]), now = clock(ARGV[7]) }
-- include wake
-- include seat

local known = redis.call('HMGET', meta, 'status', 'parked', 'maxRps', 'maxConcurrency', 'weight')
if not known[1] then return { 'missing', '0', '0', '' } end
local old_rps, old_concurrency, old_weight = known[3] or '0', known[4] or '0', known[5] or ''
if max_rps == '' then max_rps = old_rps end
if max_concurrency == '' then max_concurrency = old_concurrency end
if weight == '' then weight = old_weight end
local same_limits = tonumber(max_rps) == tonumber(old_rps) and tonumber(max_concurrency) == tonumber(old_concurrency)
if same_limits and tonumber(weight) == tonumber(old_weight) then
  return { 'unchanged', old_rps, old_concurrency, old_weight }
end

redis.call('HSET', meta, 'maxRps', max_rps, 'maxConcurrency', max_concurrency)
if weight ~= '' then redis.call('HSET', meta, 'weight', weight) end
mark_rate(queue, group, max_rps, known[2])
-- why not a throttled group: it is not parked because of its limits
if not same_limits and (known[2] == 'concurrency' or known[2] == 'rate') then
  take_seat(queue, group)
  wake(wake_fetcher)
end
return { 'changed', max_rps, max_concurrency, weight }
