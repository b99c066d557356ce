#!lua flags=allow-oom
--[[
  Removes groups whose retention is over, a few per call. A group with dead letters stays until a person has retried or
  skipped them all, because a retry needs the group. A group whose event or callback is still to be sent stays too, because
  both need its result.

  KEYS   1 finished ZSET finished-groups    2 events ZSET events    3 callbacks ZSET callbacks
  ARGV   1 prefix    2 limit int > 0    3 retention_ms    4 now ms, '' = Redis TIME
  RETURNS 1 looked_at
]]
local finished, events, callbacks = KEYS[1], KEYS[2], KEYS[3]
local limit, retention_ms = tonumber(ARGV[2]), tonumber(ARGV[3])
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[4]) }
-- include status

local function is_unsent(group, run, ending, callback)
  local note = run .. ' ' .. ending .. ' ' .. group
  return redis.call('ZSCORE', events, note) or (callback and redis.call('ZSCORE', callbacks, note .. ' ' .. callback))
end

local old = redis.call('ZRANGEBYSCORE', finished, '-inf', queue.now - retention_ms, 'LIMIT', 0, limit)
for _, group in ipairs(old) do
  local key = queue.prefix .. 'group:' .. group
  local meta = redis.call('HMGET', key .. ':meta', 'status', 'deadLetters', 'run', 'endings', 'callback')
  if tonumber(meta[2] or '0') > 0 or is_unsent(group, meta[3] or '0', meta[4] or '0', meta[5]) then
    redis.call('ZADD', finished, queue.now, group) -- checked again after another retention
  else
    redis.call('UNLINK', key .. ':meta', key .. ':result', key .. ':results', key .. ':durations', key .. ':errors')
    redis.call('ZREM', finished, group)
    redis.call('SREM', queue.prefix .. 'limited-groups', group)
    index_status(queue, group, meta[1], nil)
  end
end
return { #old }
