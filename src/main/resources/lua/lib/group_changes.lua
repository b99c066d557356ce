-- include seat
-- include status
-- include wake
-- Applies what happened to the jobs of a group to its counters, once per group and script, and ends its run when all its
-- jobs are done.

-- Takes a run out of everything that serves it. Its share goes to the other groups at once; its result is made next.
-- run: its level and status, and what it is parked for or false.
local function end_run(queue, id, run)
  local prefix = queue.prefix
  index_status(queue, id, run.status, 'AGGREGATING')
  redis.call('SREM', prefix .. 'active-groups', id)
  redis.call('ZADD', prefix .. 'aggregating-groups', queue.now, id)
  leave_seat(queue, id, run.level, run.parked)
  if run.status == 'CANCELLING' then redis.call('SREM', prefix .. 'cancelling-groups', id) end
  wake(prefix .. 'wake:fetcher') -- the shares of the others grow
end

-- change: what to add to which counter. Returns true when this ended the run, which is when it is sealed and every job is
-- done.
local function update_group(queue, id, change)
  local key, names = queue.prefix .. 'group:' .. id .. ':meta', {}
  for name, n in pairs(change) do
    if n ~= 0 then names[#names + 1] = name end
  end
  local meta = redis.call('HMGET', key, 'status', 'sealed', 'parked', 'level', 'rateAt', 'rateDone', 'endings', 'totalJobs',
    'doneJobs', unpack(names))
  local status, sealed, parked, level, rate_at = meta[1], meta[2], meta[3], meta[4], tonumber(meta[5] or '0')
  if (change.cancelledCount or 0) > 0 then
    redis.call('HINCRBY', queue.prefix .. 'stats', 'cancelled', change.cancelledCount)
  end
  if not status then return false end

  local write, value = {}, { totalJobs = tonumber(meta[8] or '0'), doneJobs = tonumber(meta[9] or '0') }
  local function set(field, new) write[#write + 1], write[#write + 2] = field, new end
  for i, name in ipairs(names) do
    value[name] = tonumber(meta[9 + i] or '0') + change[name]
    set(name, value[name])
  end
  if (change.doneJobs or 0) > 0 and queue.now - rate_at >= 1000 then
    local rate = (value.doneJobs - tonumber(meta[6] or '0')) * 1000 / math.max(1, queue.now - rate_at)
    set('rateAt', queue.now)
    set('rateDone', value.doneJobs)
    set('rate', rate_at > 0 and rate or 0)
  end
  local ended = sealed == '1' and value.doneJobs >= value.totalJobs and not has_ended(status)
  if ended then
    set('outcome', status == 'CANCELLING' and 'CANCELLED' or '')
    set('status', 'AGGREGATING')
    set('finishedAt', queue.now)
    -- why counted: a run that reopens ends again, and a result made for the earlier ending must not be taken for this one
    set('endings', tonumber(meta[7] or '0') + 1)
    end_run(queue, id, { level = level, status = status, parked = parked })
  end
  if #write > 0 then redis.call('HSET', key, unpack(write)) end
  -- why: a slot may be free, or a job came back, so the group may be served again
  local may_go_on = parked == 'concurrency' and (change.admitted or change.nonReady)
  if not ended and (may_go_on or (not parked and (change.returned or 0) > 0)) then
    take_seat(queue, id)
    wake(queue.prefix .. 'wake:fetcher')
  end
  return ended
end

-- Collects the changes of many jobs by group, in the order in which the groups were met.
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

-- Returns whether this ended a run.
local function apply_changes(queue, changes)
  local run_ended = false
  for _, group in ipairs(changes.groups) do
    if update_group(queue, group, changes.of[group]) then run_ended = true end
  end
  -- why: a job left flight, so a claimer that max_concurrency kept from Ready may continue
  if #changes.groups > 0 and redis.call('EXISTS', queue.prefix .. 'ready-queue', queue.prefix .. 'ready-front') > 0 then
    wake(queue.prefix .. 'wake:worker')
  end
  return run_ended
end
