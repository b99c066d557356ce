-- include account
-- include ending
-- include fair
-- include recent
-- include seat
-- include status
-- include tenant
-- include wake
-- Applies what happened to the jobs of groups to their counters, once per group and script, and ends a run when all its jobs
-- are done.
local NEEDED = { 'status', 'sealed', 'totalJobs', 'doneJobs', 'failedCount', 'run', 'level', 'endings', 'aggregates', 'recent',
  'parked', 'callback', 'account', 'bytes', 'draining', 'expires', 'partly' }

-- Adds to the counters of a group. Returns the group as it is then, and the fields to be written; nothing if it is unknown.
local function count_change(key, change)
  local names, write, last = { unpack(NEEDED) }, {}, #NEEDED
  for name, n in pairs(change) do
    if n ~= 0 then
      last = last + 1
      names[last] = name
    end
  end
  local values = redis.call('HMGET', key, unpack(names))
  local group = { status = values[1], sealed = values[2], totalJobs = values[3], doneJobs = values[4], failedCount = values[5],
    run = values[6], level = values[7], endings = values[8], aggregates = values[9], recent = values[10], parked = values[11],
    callback = values[12], account = values[13], bytes = values[14], draining = values[15], expires = values[16],
    partly = values[17] }
  for i = #NEEDED + 1, last do
    local name = names[i]
    group[name] = exact(number_of(values[i]) + change[name])
    write[#write + 1], write[#write + 2] = name, group[name]
  end
  if group.status then return group, write end
end

-- Jobs that succeeded or failed for good with a change; those that were cancelled or skipped say nothing about the pace.
local function ended_with(change)
  return math.max(0, change.successCount or 0) + math.max(0, change.failedCount or 0)
end

-- A group's change is one of its tenant, whose counters are written once for all its groups.
local function note_tenant(tenants, id, change)
  local tenant = tenant_of(id)
  if not tenant then return end
  local sum, admitted = tenants[tenant] or { ready = 0, admitted = 0 }, change.admitted or 0
  sum.ready, sum.admitted = sum.ready + admitted - (change.running or 0), sum.admitted + admitted
  tenants[tenant] = sum
end

-- change: what to add to which counter; tenants: what it is to them. Returns the run if this ended it (lib/ending), which is
-- when it is sealed and every job is done.
local function update_group(queue, id, change, tenants)
  local key = queue.prefix .. 'group:' .. id .. ':meta'
  if (change.expiredCount or 0) > 0 then redis.call('HINCRBY', queue.prefix .. 'stats', 'expired', change.expiredCount) end
  if (change.cancelledCount or 0) > 0 then
    redis.call('HINCRBY', queue.prefix .. 'stats', 'cancelled', change.cancelledCount)
  end
  local group, write = count_change(key, change)
  if not group then return nil end
  local run
  if group.sealed == '1' and number_of(group.doneJobs) >= number_of(group.totalJobs) and not has_ended(group.status) then
    run = end_run(queue, id, group, write)
    if group.expires then
      redis.call('UNLINK', queue.prefix .. 'group:' .. id .. ':expiries')
      redis.call('ZREM', queue.prefix .. 'expiring-groups', id)
      redis.call('HDEL', key, 'expires', 'sweep', 'sweepAt')
    end
    -- why only then: a group without pending jobs is in no level
    if group.parked or group.draining or group.status == 'CANCELLING' then give_up_seat(queue, id, group.level, group.parked) end
  elseif ended_with(change) > 0 then
    write[#write + 1], write[#write + 2] = 'recent', count_recent(group.recent, queue.now, ended_with(change))
  end
  if group.account then note_account(queue,
    { id = id, account = group.account, bytes = group.bytes, partly = group.partly, run_ended = run, write = write }, change) end
  if #write > 0 then redis.call('HSET', key, unpack(write)) end
  note_tenant(tenants, id, change)
  -- why: a slot may be free, or a job came back, so the group may be served again
  local may_go_on = group.parked == 'concurrency' and (change.admitted or change.nonReady)
  if not run and (may_go_on or (not group.parked and (change.returned or 0) > 0)) then
    take_seat(queue, id)
    wake(queue.prefix .. 'wake:fetcher')
  end
  return run
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
  local ended, tenants, jobs, pace = {}, {}, 0, queue.prefix .. 'pace'
  for _, group in ipairs(changes.groups) do
    ended[#ended + 1] = update_group(queue, group, changes.of[group], tenants)
    jobs = jobs + ended_with(changes.of[group])
  end
  for tenant, sum in pairs(tenants) do count_jobs(queue, tenant, sum.ready, sum.admitted) end
  if jobs > 0 then redis.call('HSET', pace, 'ended', count_recent(redis.call('HGET', pace, 'ended'), queue.now, jobs)) end
  -- why: a job left flight, so a claimer that max_concurrency kept from Ready may continue
  if #changes.groups > 0 and redis.call('EXISTS', queue.prefix .. 'ready-queue', queue.prefix .. 'ready-front') > 0 then
    wake(queue.prefix .. 'wake:worker')
  end
  save_ends(queue, ended)
  return #ended > 0
end

-- The same for one group, whose counters may stay as they are.
local function apply_change(queue, group, counters)
  return apply_changes(queue, { of = { [group] = counters }, groups = { group } })
end
