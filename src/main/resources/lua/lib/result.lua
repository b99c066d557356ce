-- What a run came to is not stored: it is a view of the counters of its group and of its errors, for as long as nothing
-- changes them. Before a new run, a retry or a skip does, the record that the view is made from is kept.

-- A group's meta as Redis returns it, and by field.
local function read_meta(queue, group)
  local flat, by_field = redis.call('HGETALL', queue.prefix .. 'group:' .. group .. ':meta'), {}
  for i = 1, #flat, 2 do by_field[flat[i]] = flat[i + 1] end
  return { flat = flat, by_field = by_field }
end

local function has_failures(meta)
  return tonumber(meta.by_field.failedCount or '0') + tonumber(meta.by_field.resolvedCount or '0') > 0
end

-- The record of the run as it is now, JSON. data: what aggregators made of the jobs' results, JSON as it is stored, or ''.
local function record_of(queue, group, meta, data)
  local errors = has_failures(meta) and redis.call('HGETALL', queue.prefix .. 'group:' .. group .. ':errors') or {}
  return cjson.encode({ meta = meta.flat, errors = errors, data = data })
end

-- Keeps the result of a run that has ended, unless it is kept already.
local function keep_result(queue, group, run)
  local key = queue.prefix .. 'group:' .. group .. ':result'
  if redis.call('HEXISTS', key, run) == 0 then redis.call('HSET', key, run, record_of(queue, group, read_meta(queue, group), '')) end
end

-- Of a run that has ended, before the next one begins: keeps its result and those of the runs before it, `history` at most with
-- the next one, and takes away everything that must not count for the next one.
local OF_THE_GROUP = { 'level', 'basePriority', 'weight', 'maxRps', 'maxConcurrency', 'windows', 'throttledUntil',
  'lastServedAt', 'deadLetters', 'owner', 'ownerGroups', 'labels', 'sendingWindow', 'bounds' }

local function clear_run(queue, group, run, history)
  local key = queue.prefix .. 'group:' .. group
  keep_result(queue, group, run)
  for _, old in ipairs(redis.call('HKEYS', key .. ':result')) do
    if tonumber(old) <= run + 1 - history then redis.call('HDEL', key .. ':result', old) end
  end
  local kept, values = {}, redis.call('HMGET', key .. ':meta', unpack(OF_THE_GROUP))
  for i, field in ipairs(OF_THE_GROUP) do
    if values[i] then kept[#kept + 1], kept[#kept + 2] = field, values[i] end
  end
  redis.call('UNLINK', key .. ':meta', key .. ':errors', key .. ':results', key .. ':closed',
    queue.prefix .. 'congestion:' .. group)
  redis.call('HSET', key .. ':meta', unpack(kept))
  redis.call('ZREM', queue.prefix .. 'finished-groups', group)
end
