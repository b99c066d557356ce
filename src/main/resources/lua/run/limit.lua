#!lua flags=allow-oom
--[[
  Changes the limits, the weight, the sending window and the level of one group. If the old limits had parked the group, it is
  unparked at once, and so it is if a window holds it that is open; lower limits take effect with the next fetch, another weight
  with the group's next turn. On its new level it has waited for as long as it had on the old one; what is in Ready stays there.

  KEYS   1 meta HASH group:<g>:meta    2 wake_fetcher LIST wake:fetcher    3 wake_dispatcher LIST wake:dispatcher
  ARGV   1 prefix    2 group    3 max_rps    4 max_concurrency    5 weight    6 sending_window, or 'none'
         7 new_level high|normal|low; each '' = keep    8 most_weight of a caller who is kept to some groups and so within the bounds
         (lib/bounds), '' = what is set here binds such callers    9 order (lib/fair)    10 now ms, '' = Redis TIME
  RETURNS 1 answer changed|unchanged|missing|beyond    2 max_rps    3 max_concurrency, a limit of 0 is none    4 weight, '' =
         none of its own    5 sending_window, 'none' = none; of beyond the bounds    6 level
]]
local meta, wake_fetcher, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3]
local group, max_rps, max_concurrency, weight, sending_window = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local new_level, most_weight = ARGV[7], ARGV[8]
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[9]), now = clock(ARGV[10]) }
-- include wake
-- include seat
-- include bounds

local known = redis.call('HMGET', meta, 'status', 'parked', 'maxRps', 'maxConcurrency', 'weight', 'sendingWindow', 'level', 'bounds')
if not known[1] then return { 'missing', '0', '0', '', '', '' } end
local old_rps, old_concurrency, old_weight, old_window = known[3] or '0', known[4] or '0', known[5] or '', known[6] or 'none'
local beyond = check_bounds(meta, known[8], most_weight, {
  wanted = { maxRps = max_rps, maxConcurrency = max_concurrency, weight = weight, sendingWindow = sending_window },
  old = { maxRps = old_rps, maxConcurrency = old_concurrency, weight = old_weight, sendingWindow = old_window } })
if beyond then return { 'beyond', beyond.maxRps, beyond.maxConcurrency, beyond.weight, beyond.sendingWindow, '' } end
if max_rps == '' then max_rps = old_rps end
if max_concurrency == '' then max_concurrency = old_concurrency end
if weight == '' then weight = old_weight end
if sending_window == '' then sending_window = old_window end
local level = new_level ~= '' and new_level or known[7]
local same_limits = tonumber(max_rps) == tonumber(old_rps) and tonumber(max_concurrency) == tonumber(old_concurrency)
local same_level = level == known[7]
if same_limits and same_level and tonumber(weight) == tonumber(old_weight) and sending_window == old_window then
  return { 'unchanged', old_rps, old_concurrency, old_weight, old_window, level }
end

redis.call('HSET', meta, 'maxRps', max_rps, 'maxConcurrency', max_concurrency)
if weight ~= '' then redis.call('HSET', meta, 'weight', weight) end
if sending_window == 'none' then redis.call('HDEL', meta, 'sendingWindow')
else redis.call('HSET', meta, 'sendingWindow', sending_window) end
mark_rate(queue, group, max_rps, known[2])
if not same_level then
  local score = redis.call('ZSCORE', ring_key(queue, tenant_of(group), known[7]), group)
  leave_ring(queue, group, known[7])
  redis.call('HSET', meta, 'level', level)
  if score then sit(queue, group, { level = level, score = tonumber(score) }) end
end
-- why not a group that is throttled: it is not parked because of these
local may_go_on = not same_limits and (known[2] == 'concurrency' or known[2] == 'rate')
local is_waiting = not known[2] and redis.call('ZSCORE', ring_key(queue, tenant_of(group), level), group)
if may_go_on or (sending_window ~= old_window and (known[2] == 'held' or is_waiting)) then
  take_seat(queue, group)
  wake(wake_fetcher)
  wake(wake_dispatcher)
end
return { 'changed', max_rps, max_concurrency, weight, sending_window, level }
