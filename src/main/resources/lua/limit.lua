#!lua flags=allow-oom
--[[
  Changes the own limits of one group. Where the old ones had parked it, it is looked at again at once; limits that are
  lower hold from the next fetch on.

  KEYS   1 meta HASH of the group    2 parked ZSET    3 wake_fetcher LIST
  ARGV   1 prefix    2 group    3 max_rps, '' = keep    4 max_concurrency, '' = keep    5 order (lib/fair)
         6 now ms, '' = Redis TIME
  RETURNS {word, max_rps, max_concurrency}; word is changed, unchanged or missing; a limit of 0 is none
]]
local meta, parked, wake_fetcher = KEYS[1], KEYS[2], KEYS[3]
local prefix, group, max_rps, max_concurrency = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
-- include fair
local order = fair_order(ARGV[5])
-- include clock
clock(ARGV[6])
-- include wake
-- include park

local known = redis.call('HMGET', meta, 'status', 'parked', 'maxRps', 'maxConcurrency')
if not known[1] then return { 'missing', '0', '0' } end
local old_rps, old_concurrency = known[3] or '0', known[4] or '0'
if max_rps == '' then max_rps = old_rps end
if max_concurrency == '' then max_concurrency = old_concurrency end
if tonumber(max_rps) == tonumber(old_rps) and tonumber(max_concurrency) == tonumber(old_concurrency) then
  return { 'unchanged', old_rps, old_concurrency }
end

redis.call('HSET', meta, 'maxRps', max_rps, 'maxConcurrency', max_concurrency)
-- why not one that the other side throttles: its limits have nothing to do with it
if known[2] == 'concurrency' or known[2] == 'share' then
  unpark(prefix, parked, { group }, order)
  wake(wake_fetcher)
end
return { 'changed', max_rps, max_concurrency }
