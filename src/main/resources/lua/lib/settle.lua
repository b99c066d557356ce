-- Applies what happened to a group's jobs to its counters, once per group and script, and moves its run on.

-- A run ends when it is sealed and every job is done: the share goes back at once, the result is made next.
local function end_run(prefix, id, level, status, is_parked, now)
  index_status(prefix, id, status, 'AGGREGATING', now)
  redis.call('SREM', prefix .. 'active-groups', id)
  redis.call('ZADD', prefix .. 'aggregating-groups', now, id)
  redis.call('ZREM', prefix .. 'fair-queue:' .. level, id)
  if status == 'CANCELLING' then redis.call('SREM', prefix .. 'cancelling-groups', id) end
  if is_parked then
    redis.call('ZREM', prefix .. 'parked-groups', id)
    redis.call('HDEL', prefix .. 'group:' .. id .. ':meta', 'parked')
  end
  wake(prefix .. 'wake:fetcher') -- the others' shares grow
end

-- change: what to add to which counter. Returns true when this ended the run.
local function settle(prefix, id, change, order, now)
  local key, changed = prefix .. 'group:' .. id .. ':meta', {}
  for name, n in pairs(change) do
    if n ~= 0 then changed[#changed + 1] = name end
  end
  local meta = redis.call('HMGET', key, 'status', 'sealed', 'parked', 'rateAt', 'rateDone', 'level', 'endings',
    'totalJobs', 'doneJobs', unpack(changed))
  local status, sealed, is_parked, rate_at = meta[1], meta[2], meta[3], tonumber(meta[4] or '0')
  if (change.cancelledCount or 0) > 0 then
    redis.call('HINCRBY', prefix .. 'stats', 'cancelled', change.cancelledCount)
  end
  if not status then return false end
  local write, value = {}, { totalJobs = tonumber(meta[8] or '0'), doneJobs = tonumber(meta[9] or '0') }
  for i, name in ipairs(changed) do
    value[name] = tonumber(meta[9 + i] or '0') + change[name]
    write[2 * i - 1], write[2 * i] = name, value[name]
  end
  if (change.doneJobs or 0) > 0 and now - rate_at >= 1000 then
    local rate = (value.doneJobs - tonumber(meta[5] or '0')) * 1000 / math.max(1, now - rate_at)
    for _, field in ipairs({ 'rateAt', now, 'rateDone', value.doneJobs, 'rate', rate_at > 0 and rate or 0 }) do
      write[#write + 1] = field
    end
  end
  local ended = sealed == '1' and value.doneJobs >= value.totalJobs
    and status ~= 'AGGREGATING' and status ~= 'COMPLETED' and status ~= 'FAILED' and status ~= 'CANCELLED'
  if ended then
    write[#write + 1], write[#write + 2] = 'outcome', status == 'CANCELLING' and 'CANCELLED' or ''
    write[#write + 1], write[#write + 2] = 'status', 'AGGREGATING'
    write[#write + 1], write[#write + 2] = 'finishedAt', now
    -- why counted: a run that reopens ends again, and a result made for the earlier ending must not be taken for this one
    write[#write + 1], write[#write + 2] = 'endings', tonumber(meta[7] or '0') + 1
    end_run(prefix, id, meta[6], status, is_parked, now)
  end
  if #write > 0 then redis.call('HSET', key, unpack(write)) end
  if change.nonReady and change.nonReady ~= 0 then note_non_ready(prefix, id, value.nonReady) end
  -- a slot became free: the group may be served again
  if not ended and is_parked == 'concurrency' and (change.admitted or change.nonReady) then
    unpark(prefix, prefix .. 'parked-groups', { id }, order)
    wake(prefix .. 'wake:fetcher')
  end
  return ended
end

-- Collects changes of many jobs by group, in the order the groups were met.
local function new_changes()
  return { of = {}, groups = {} }
end

local function add_change(changes, group, counters)
  local change = changes.of[group]
  if not change then
    change = {}
    changes.of[group] = change
    changes.groups[#changes.groups + 1] = group
  end
  for name, n in pairs(counters) do change[name] = (change[name] or 0) + n end
end

-- Returns the script's reply with the groups added whose run this ended.
local function settle_all(prefix, changes, order, now, reply)
  reply = reply or {}
  for _, group in ipairs(changes.groups) do
    if settle(prefix, group, changes.of[group], order, now) then reply[#reply + 1] = group end
  end
  -- a place in flight became free: where max_concurrency kept a claimer from Ready, it may go on
  if #changes.groups > 0 and redis.call('LLEN', prefix .. 'ready-queue') > 0 then wake(prefix .. 'wake:worker') end
  return reply
end
