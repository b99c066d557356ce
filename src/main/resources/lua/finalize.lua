#!lua flags=allow-oom
--[[
  Ends a run with its result. Compare-and-set on run and number of done jobs: whoever crashed or raced, a run gets
  exactly one result, and it is the result of all its jobs. Leaves a note for the completion event, which is due again
  until somebody has published it.

  KEYS   1 aggregating ZSET    2 finished ZSET    3 events ZSET
  ARGV   1 prefix    2 group    3 run    4 done jobs that the result covers    5 status COMPLETED|FAILED|CANCELLED
         6 result JSON    7 keep_results int > 0    8 event_lease_ms    9 now ms, '' = Redis TIME
  RETURNS {word, finishedAt}; word is finalized or stale
]]
local aggregating, finished, events = KEYS[1], KEYS[2], KEYS[3]
local prefix, group, run, done, status, result = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local keep_results, event_lease_ms = tonumber(ARGV[7]), tonumber(ARGV[8])
-- include clock
local now = clock(ARGV[9])

local key = prefix .. 'group:' .. group
local meta = redis.call('HMGET', key .. ':meta', 'status', 'run', 'doneJobs')
if meta[1] ~= 'AGGREGATING' or meta[2] ~= run or meta[3] ~= done then return { 'stale', 0 } end
redis.call('HSET', key .. ':meta', 'status', status, 'finishedAt', now)
redis.call('HSET', key .. ':result', run, result)
redis.call('HDEL', key .. ':result', tostring(tonumber(run) - keep_results))
redis.call('UNLINK', key .. ':results', key .. ':staged', key .. ':jobs', prefix .. 'congestion:' .. group)
redis.call('ZREM', prefix .. 'congested-groups', group)
redis.call('ZREM', aggregating, group)
redis.call('ZADD', finished, now, group)
redis.call('ZADD', events, now + event_lease_ms, run .. ' ' .. group)
return { 'finalized', now }
