#!lua flags=allow-oom
--[[
  Ends a run with its result. Compare-and-set on run, ending and failed jobs: even after crashes and races an ending gets
  exactly one result, and it covers all jobs. Adds the completion event, and the callback if there is one, in the same step;
  each stays due until it has been published or delivered.

  KEYS   1 aggregating ZSET aggregating-groups    2 finished ZSET finished-groups    3 events ZSET events
         4 callbacks ZSET callbacks
  ARGV   1 prefix    2 group    3 run    4 ending    5 failed jobs that the result counts
         6 status COMPLETED|FAILED|CANCELLED    7 result JSON    8 history int > 0: results kept per group
         9 keep 1|0, whether to keep what single jobs returned    10 now ms, '' = Redis TIME
  RETURNS 1 answer finalized|stale
]]
local aggregating, finished, events, callbacks = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local group, run, ending, failed = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local status, result, history, keep = ARGV[6], ARGV[7], tonumber(ARGV[8]), ARGV[9] == '1'
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[10]) }
-- include status

local prefix, now = queue.prefix, queue.now
local key = prefix .. 'group:' .. group
local meta = redis.call('HMGET', key .. ':meta', 'status', 'run', 'endings', 'failedCount', 'callback', 'deadLetters')
if meta[1] ~= 'AGGREGATING' then
  redis.call('ZREM', aggregating, group)
  return { 'stale' }
end
if meta[2] ~= run or meta[3] ~= ending or meta[4] ~= failed then return { 'stale' } end

redis.call('HSET', key .. ':meta', 'status', status)
redis.call('HSET', key .. ':result', run, result)
for _, old in ipairs(redis.call('HKEYS', key .. ':result')) do
  if tonumber(old) <= tonumber(run) - history then redis.call('HDEL', key .. ':result', old) end
end
-- why kept with dead letters: a retry of one reopens the run, and its next result is again that of all its jobs
if not keep and tonumber(meta[6] or '0') <= 0 then redis.call('UNLINK', key .. ':results') end
redis.call('UNLINK', prefix .. 'congestion:' .. group)
redis.call('ZREM', aggregating, group)
redis.call('ZADD', finished, now, group)
index_status(queue, group, 'AGGREGATING', status)
local note = run .. ' ' .. ending .. ' ' .. group
redis.call('ZADD', events, now, note)
if meta[5] then redis.call('ZADD', callbacks, now, note .. ' ' .. meta[5]) end
return { 'finalized' }
