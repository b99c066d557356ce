-- include window
-- Groups whose due jobs may not enter Ready: why not, and how such a group is parked.

-- Why the next job of a group may not enter Ready now, or nil.
local function denial(group, window, now)
  if group.throttled_until > now then return 'throttled' end
  if tokens_left(window, group.rate) == 0 then return 'share' end
  if group.cap > 0 and group.admitted >= group.cap then return 'concurrency' end
end

local function push_front(list, ids)
  for last = #ids, 1, -1000 do
    local chunk = {}
    for i = last, math.max(1, last - 999), -1 do chunk[#chunk + 1] = ids[i] end
    redis.call('LPUSH', list, unpack(chunk))
  end
end

-- Parks a group that was denied. Its due jobs and all its staged jobs go back to the front of its own list, so that its
-- next token or slot finds the oldest job first; those put back now come behind those put back before.
local function park_denied(queue, non_ready, group, window)
  local key = queue.prefix .. 'group:' .. group.id
  local staged = redis.call('LRANGE', key .. ':staged', 0, -1)
  for first = 1, #staged, 1000 do
    redis.call('ZREM', non_ready, unpack(staged, first, math.min(first + 999, #staged)))
  end
  redis.call('DEL', key .. ':staged')
  push_front(key .. ':jobs', staged)
  if #group.put_back > 0 then
    local at = group.last_put_back and redis.call('LPOS', key .. ':jobs', group.last_put_back, 'MAXLEN', 1000)
    local earlier = at and redis.call('LPOP', key .. ':jobs', at + 1) or {}
    push_front(key .. ':jobs', group.put_back)
    push_front(key .. ':jobs', earlier)
    redis.call('HSET', key .. ':meta', 'lastPutBack', group.put_back[#group.put_back])
  end
  group.non_ready = group.non_ready - #group.put_back - #staged
  local until_when = { throttled = group.throttled_until, share = window.ends, concurrency = 'inf' }
  redis.call('ZREM', queue.prefix .. 'fair-queue:' .. group.level, group.id)
  redis.call('ZADD', queue.prefix .. 'parked-groups', until_when[group.denied], group.id)
  redis.call('HSET', key .. ':meta', 'parked', group.denied)
end
