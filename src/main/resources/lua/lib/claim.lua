-- Claims ready jobs for one instance. In parts, each twice as large as the one before, because a group costs as much as
-- many jobs, and that shows only when they are taken. Payloads are counted job by job: what was taken and is too much
-- goes back to the front, so that a call reads no more than the limit and one job.
local FIRST_PART, LARGEST_PART, MOST_CLAIMED_GROUPS, MOST_CLAIMED_BYTES = 3, 50, 50, 500000

-- running: how many jobs of each group were claimed. The first of a run takes its group on.
local function start_groups(prefix, running, now)
  local started = { CREATED = {}, DISPATCHED = {} }
  for group, count in pairs(running) do
    local key = prefix .. 'group:' .. group .. ':meta'
    if redis.call('HINCRBY', key, 'running', count) == count then
      local status = redis.call('HGET', key, 'status')
      if started[status] then
        redis.call('HSET', key, 'status', 'RUNNING', 'startedAt', now)
        table.insert(started[status], group)
      end
    end
  end
  for status, groups in pairs(started) do index_all(prefix, groups, status, 'RUNNING', now) end
end

local function return_rest(ready, part, first)
  local rest = {}
  for i = #part, first, -1 do rest[#rest + 1] = part[i] end
  if #rest > 0 then redis.call('LPUSH', ready, unpack(rest)) end
end

-- terms: limit; claim, an id that no other call has; lease_ms; max_concurrency over all instances, 0 = none; retention_ms
-- of a cancelled job. Adds to the reply the time, how many are left in Ready (-2 while max_concurrency is reached), and one
-- text of lines for each job. Returns how many were claimed.
local function claim_ready(reply, prefix, ready, in_flight, wake_worker, terms, order, now)
  local limit, head = terms.limit, #reply
  reply[head + 1], reply[head + 2] = now, 0
  if terms.max_concurrency > 0 then
    limit = math.min(limit, terms.max_concurrency - redis.call('ZCARD', in_flight))
    if limit <= 0 then
      reply[head + 2] = -2
      return 0
    end
  end
  local leases, claims, running, groups, bytes = {}, {}, {}, 0, 0
  local lease, cancelled = exact(now + terms.lease_ms), new_changes()
  local claim = ' ' .. exact(now) .. ' ' .. terms.claim .. ' ' .. exact(terms.lease_ms) .. ' '
  local size, taken, asked, part = FIRST_PART, 0, nil, nil
  repeat
    asked, size = math.min(size, limit - taken), math.min(2 * size, LARGEST_PART)
    part = redis.call('LPOP', ready, asked) or {}
    for at, id in ipairs(part) do
      local job_key = prefix .. 'job:' .. id
      local job = redis.call('HMGET', job_key, 'groupId', 'processorType', 'payload', 'createdAt', 'attempts', 'trace')
      local group = job[1]
      if not group then -- removed by hand: there is nothing to run
      elseif is_cancelling(prefix, group) then
        cancel_job(prefix, id, terms.retention_ms, now)
        add_change(cancelled, group, { doneJobs = 1, cancelledCount = 1, admitted = -1 })
      else
        local n, attempt, retries = #claims, '1', '0'
        if job[5] then attempt, retries = tostring(job[5] + 1), redis.call('HGET', job_key, 'retryCount') or '0' end
        leases[n + 1], leases[n + 2] = lease, id
        claims[n + 1], claims[n + 2] = id, attempt .. claim .. group
        local count = running[group]
        if not count then count, groups = 0, groups + 1 end
        running[group] = count + 1
        -- why one text: a reply of many small parts costs Redis more than all else here
        reply[#reply + 1] = id .. '\n' .. attempt .. '\n' .. group .. '\n' .. job[2] .. '\n' .. job[4] .. '\n'
          .. retries .. '\n' .. (job[6] or '') .. '\n' .. job[3]
      end
      bytes = bytes + #(job[3] or '') -- a cancelled job's payload was read as well
      if bytes > MOST_CLAIMED_BYTES then
        return_rest(ready, part, at + 1)
        break
      end
    end
    taken = taken + #part
  until #part < asked or taken == limit or groups >= MOST_CLAIMED_GROUPS or bytes > MOST_CLAIMED_BYTES
  if #leases > 0 then
    redis.call('ZADD', in_flight, unpack(leases))
    redis.call('HSET', prefix .. 'claims', unpack(claims))
  end
  start_groups(prefix, running, now)
  settle_all(prefix, cancelled, order, now)
  if #part == asked or bytes > MOST_CLAIMED_BYTES then reply[head + 2] = redis.call('LLEN', ready) end
  if reply[head + 2] > 0 then wake(wake_worker) end -- another instance may have idle workers
  return #leases / 2
end
