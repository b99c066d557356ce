-- A group that may not be served is parked, in no ring. One out of tokens is in rate-limited-groups until its next one is
-- there; one that is throttled, at its concurrency limit, or waits for an instance that knows its processor (lib/foreign), is in
-- parked-groups until its time, or until one of its jobs ends; so is one whose processor type is full on the instances that met
-- it, until one of them has room (lib/spare); one that is held (lib/hold) is in held-groups, whatever else would park it.
local PARKED_IN = { rate = 'rate-limited-groups', throttled = 'parked-groups', concurrency = 'parked-groups',
  processor = 'parked-groups', full = 'parked-groups', held = 'held-groups' }

local function end_parking(queue, id, parked)
  local key = queue.prefix .. 'group:' .. id .. ':meta'
  redis.call('ZREM', queue.prefix .. PARKED_IN[parked], id)
  if parked == 'full' then
    redis.call('ZREM', queue.prefix .. 'waiting-for:' .. (redis.call('HGET', key, 'missing') or ''), id)
    redis.call('HDEL', key, 'missing')
  end
  redis.call('HDEL', key, 'parked')
end

-- Takes a group out of its ring. until_when: a time, or 'inf' for an event.
local function park(queue, id, why, until_when)
  redis.call('ZADD', queue.prefix .. PARKED_IN[why], until_when, id)
  redis.call('HSET', queue.prefix .. 'group:' .. id .. ':meta', 'parked', why)
end
