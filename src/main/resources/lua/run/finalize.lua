#!lua flags=allow-oom
--[[
  Ends a run with what aggregators made of the results of its jobs. Compare-and-set on run, ending and failed jobs: even after
  crashes and races an ending gets exactly one result, and it covers all jobs.

  KEYS   1 aggregating ZSET aggregating-groups
  ARGV   1 prefix    2 group    3 run    4 ending    5 failed jobs that the result counts
         6 data, JSON as it is stored    7 keep 1|0, whether to keep what single jobs returned    8 now ms, '' = Redis TIME
  RETURNS 1 answer finalized|stale
]]
local aggregating = KEYS[1]
local group, run, ending, failed, data, keep = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7] == '1'
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[8]) }
-- include ending
-- include result

local key = queue.prefix .. 'group:' .. group
local meta = redis.call('HMGET', key .. ':meta', 'status', 'run', 'endings', 'failedCount', 'callback', 'deadLetters',
  'outcome')
if meta[1] ~= 'AGGREGATING' then
  redis.call('ZREM', aggregating, group)
  return { 'stale' }
end
if meta[2] ~= run or meta[3] ~= ending or meta[4] ~= failed then return { 'stale' } end

local status = meta[7] == 'CANCELLED' and 'CANCELLED' or tonumber(failed) > 0 and 'FAILED' or 'COMPLETED'
redis.call('HSET', key .. ':meta', 'status', status)
if keep then redis.call('HSET', key .. ':meta', 'unaggregated', '1') else redis.call('HDEL', key .. ':meta', 'unaggregated') end
redis.call('HSET', key .. ':result', run, record_of(queue, group, read_meta(queue, group), data))
-- why kept with dead letters: a retry of one reopens the run, and its next result is again that of all its jobs
if not keep and tonumber(meta[6] or '0') <= 0 then redis.call('UNLINK', key .. ':results') end
redis.call('ZREM', aggregating, group)
save_ends(queue, { { group = group, from = 'AGGREGATING', to = status, note = run .. ' ' .. ending .. ' ' .. group,
  callback = meta[5] } })
return { 'finalized' }
