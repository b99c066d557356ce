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
-- include labels
-- include status
-- include tenant

local function is_unsent(group, run, ending, callback)
  local note = run .. ' ' .. ending .. ' ' .. group
  return redis.call('ZSCORE', events, note) or (callback and redis.call('ZSCORE', callbacks, note .. ' ' .. callback))
end

local function forget(groups, status)
  local keys = {}
  for _, group in ipairs(groups) do
    local key = queue.prefix .. 'group:' .. group
    for _, part in ipairs({ ':meta', ':result', ':results', ':errors', ':closed' }) do keys[#keys + 1] = key .. part end
  end
  redis.call('UNLINK', unpack(keys))
  redis.call('ZREM', finished, unpack(groups))
  redis.call('SREM', queue.prefix .. 'limited-groups', unpack(groups))
  index_status(queue, groups, status, nil)
end

local old = redis.call('ZRANGEBYSCORE', finished, '-inf', queue.now - retention_ms, 'LIMIT', 0, limit)
local gone, any_unsent = {}, redis.call('EXISTS', events, callbacks) > 0
for _, group in ipairs(old) do
  local meta = redis.call('HMGET', queue.prefix .. 'group:' .. group .. ':meta', 'status', 'deadLetters', 'run', 'endings',
    'callback', 'labels')
  if tonumber(meta[2] or '0') > 0 or any_unsent and is_unsent(group, meta[3] or '0', meta[4] or '0', meta[5]) then
    redis.call('ZADD', finished, queue.now, group) -- checked again after another retention
  else
    local status = meta[1] or ''
    gone[status] = gone[status] or {}
    table.insert(gone[status], group)
    if meta[6] then index_labels(queue, group, meta[6], nil) end
    if tenant_of(group) then leave_tenant(queue, group) end
  end
end
for status, groups in pairs(gone) do forget(groups, status) end
return { #old }
