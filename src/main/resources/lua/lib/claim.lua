-- include cancel
-- include fair
-- include group_changes
-- include status
-- include wake
-- Claims ready jobs for one instance. It takes them in parts, each twice as large as the one before: a group costs as much
-- as many jobs, and how many groups there are shows only when the jobs have been taken. Payloads are counted job by job: what
-- was taken and is too much goes back to the front, so that a call reads no more than the limit and one job.
local FIRST_PART, LARGEST_PART, MAX_CLAIMED_GROUPS, MAX_CLAIMED_BYTES = 3, 50, 50, 500000

-- running: how many jobs of each group were claimed. The first claim of a run sets its group to RUNNING.
local function start_groups(queue, running)
  local started = { CREATED = {}, DISPATCHED = {} }
  for group, count in pairs(running) do
    local key = queue.prefix .. 'group:' .. group .. ':meta'
    if redis.call('HINCRBY', key, 'running', count) == count then
      local status = redis.call('HGET', key, 'status')
      if started[status] then
        redis.call('HSET', key, 'status', 'RUNNING', 'startedAt', queue.now)
        table.insert(started[status], group)
      end
    end
  end
  for status, groups in pairs(started) do index_all(queue, groups, status, 'RUNNING') end
end

local function return_rest(ready, part, first)
  local rest = {}
  for i = #part, first, -1 do rest[#rest + 1] = part[i] end
  if #rest > 0 then redis.call('LPUSH', ready, unpack(rest)) end
end

-- keys: ready, in_flight, wake_worker. terms: limit; claim, an id that no other call has; lease_ms; max_concurrency over all
-- instances, 0 = none; retention_ms of a cancelled job. Returns what claim.lua returns, and how many were claimed.
local function claim_ready(queue, keys, terms)
  local now, limit, ready = queue.now, terms.limit, keys.ready
  if terms.max_concurrency > 0 then
    limit = math.min(limit, terms.max_concurrency - redis.call('ZCARD', keys.in_flight))
    if limit <= 0 then return { now, -2 }, 0 end
  end
  local reply, leases, claims, running, groups, bytes = { now, 0 }, {}, {}, {}, 0, 0
  local lease, cancelled = exact(now + terms.lease_ms), new_changes()
  local claim = ' ' .. exact(now) .. ' ' .. terms.claim .. ' ' .. exact(terms.lease_ms) .. ' '
  local size, taken, asked, part = FIRST_PART, 0, nil, nil
  repeat
    asked, size = math.min(size, limit - taken), math.min(2 * size, LARGEST_PART)
    part = redis.call('LPOP', ready, asked) or {}
    for at, id in ipairs(part) do
      local job_key = queue.prefix .. 'job:' .. id
      local job = redis.call('HMGET', job_key, 'groupId', 'processorType', 'payload', 'createdAt', 'attempts', 'trace')
      local group = job[1]
      if not group then -- removed by hand: there is nothing to run
      elseif is_cancelling(queue, group) then
        cancel_job(queue, id, terms.retention_ms)
        add_change(cancelled, group, { doneJobs = 1, cancelledCount = 1, admitted = -1 })
      else
        local n, attempt, retries = #claims, '1', '0'
        if job[5] then attempt, retries = tostring(job[5] + 1), redis.call('HGET', job_key, 'retryCount') or '0' end
        leases[n + 1], leases[n + 2] = lease, id
        claims[n + 1], claims[n + 2] = id, attempt .. claim .. group
        local count = running[group]
        if not count then count, groups = 0, groups + 1 end
        running[group] = count + 1
        -- why one text: a reply of many small parts costs Redis more than everything else here
        reply[#reply + 1] = id .. '\n' .. attempt .. '\n' .. group .. '\n' .. job[2] .. '\n' .. job[4] .. '\n'
          .. retries .. '\n' .. (job[6] or '') .. '\n' .. job[3]
      end
      bytes = bytes + #(job[3] or '') -- the payload of a cancelled job was read as well
      if bytes > MAX_CLAIMED_BYTES then
        return_rest(ready, part, at + 1)
        break
      end
    end
    taken = taken + #part
  until #part < asked or taken == limit or groups >= MAX_CLAIMED_GROUPS or bytes > MAX_CLAIMED_BYTES
  if #leases > 0 then
    redis.call('ZADD', keys.in_flight, unpack(leases))
    redis.call('HSET', queue.prefix .. 'claims', unpack(claims))
  end
  start_groups(queue, running)
  apply_changes(queue, cancelled)
  if #part == asked or bytes > MAX_CLAIMED_BYTES then reply[2] = redis.call('LLEN', ready) end
  if reply[2] > 0 then wake(keys.wake_worker) end -- another instance may have idle workers
  return reply, #leases / 2
end
