#!lua flags=allow-oom
--[[
  Removes groups that finished before a time, a few per call. A group with dead letters stays until a person has
  settled them: reviving one needs its group. So does a group whose end nobody has told yet: that needs its result.

  KEYS   1 finished ZSET    2 events ZSET    3 callbacks ZSET
  ARGV   1 prefix    2 limit int > 0    3 retention_ms    4 now ms, '' = Redis TIME
  RETURNS {looked at, removed}
]]
local finished, events, callbacks = KEYS[1], KEYS[2], KEYS[3]
local prefix, limit, retention_ms = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
-- include clock
local now = clock(ARGV[4])
-- include status

local function is_untold(group, run, ending, callback)
  local note = run .. ' ' .. ending .. ' ' .. group
  return redis.call('ZSCORE', events, note) or (callback and redis.call('ZSCORE', callbacks, note .. ' ' .. callback))
end

local old = redis.call('ZRANGEBYSCORE', finished, '-inf', now - retention_ms, 'LIMIT', 0, limit)
local removed = 0
for _, group in ipairs(old) do
  local key = prefix .. 'group:' .. group
  local meta = redis.call('HMGET', key .. ':meta', 'status', 'deadLetters', 'run', 'endings', 'callback')
  if tonumber(meta[2] or '0') > 0 or is_untold(group, meta[3] or '0', meta[4] or '0', meta[5]) then
    redis.call('ZADD', finished, now, group) -- looked at again after another retention
  else
    redis.call('UNLINK', key .. ':meta', key .. ':result', key .. ':results', key .. ':durations', key .. ':errors')
    redis.call('ZREM', finished, group)
    index_status(prefix, group, meta[1], nil, now)
    removed = removed + 1
  end
end
return { #old, removed }
