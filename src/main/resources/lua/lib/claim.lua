-- include cancel
-- include fair
-- include group_changes
-- include job_name
-- include limits
-- include pace
-- include returned
-- include room
-- include status
-- include tenant
-- include wake
-- include window
-- Claims ready jobs for one instance, a token each. It takes them in parts, each twice as large as the one before: a group
-- costs as much as many jobs, and how many groups there are shows only when the jobs have been taken. Payloads are counted
-- job by job: what was taken and is too much goes back to the front, so that a call reads no more than the limit and one job.
local FIRST_PART, LARGEST_PART, MAX_CLAIMED_GROUPS, MAX_CLAIMED_BYTES = 3, 50, 50, 500000

-- running: how many jobs of each group were claimed. The first claim of a run sets its group to RUNNING.
local function start_groups(queue, running)
  local started = {}
  for group, count in pairs(running) do
    local key = queue.prefix .. 'group:' .. group .. ':meta'
    local meta = redis.call('HMGET', key, 'status', 'running')
    local now_running = exact(number_of(meta[2]) + count)
    count_ready(queue, group, -count)
    if meta[1] == 'CREATED' then
      redis.call('HSET', key, 'running', now_running, 'status', 'RUNNING', 'startedAt', exact(queue.now))
      started[#started + 1] = group
    else
      redis.call('HSET', key, 'running', now_running)
    end
  end
  index_status(queue, started, 'CREATED', 'RUNNING')
end

-- The next jobs: those that were claimed before and given back unstarted, in the order of their claims, then Ready.
-- front: scores, where those jobs were.
local function take_ready(queue, count, front)
  local part = {}
  local back = front.is_empty and {} or redis.call('ZPOPMIN', queue.prefix .. 'ready-front', count)
  for i = 1, #back, 2 do part[#part + 1], front.scores[back[i]] = back[i], back[i + 1] end
  if #part < count then
    front.is_empty = true
    for _, name in ipairs(redis.call('LPOP', queue.prefix .. 'ready-queue', count - #part) or {}) do part[#part + 1] = name end
  end
  return part
end

-- Puts back what is too much, to where it was.
local function return_rest(queue, part, first, front)
  local rest, entries = {}, {}
  for i = #part, first, -1 do
    local name, score = part[i], front.scores[part[i]]
    if score then entries[#entries + 1], entries[#entries + 2] = score, name else rest[#rest + 1] = name end
  end
  if #rest > 0 then redis.call('LPUSH', queue.prefix .. 'ready-queue', unpack(rest)) end
  if #entries > 0 then redis.call('ZADD', queue.prefix .. 'ready-front', unpack(entries)) end
end

-- terms: limit; claim, an id that no other call has; lease_ms; max_concurrency over all instances, 0 = none; retention_ms of a
-- cancelled job; the window, and tokens, the queue's limit. Returns what claim.lua returns.
local function claim_ready(queue, pace, terms)
  local now, prefix, window = queue.now, queue.prefix, terms.window
  local limit = math.min(terms.limit, tokens_left(terms.tokens, window, now))
  if limit <= 0 then
    if terms.tokens.is_guess then save_tokens(pace, terms.tokens, window) end
    return { now, -3, token_at(terms.tokens, window, 1) - now, 0 }
  end
  if terms.max_concurrency > 0 then
    limit = math.min(limit, terms.max_concurrency - redis.call('ZCARD', prefix .. 'in-flight'))
    if limit <= 0 then return { now, -2, -1, 0 } end
  end
  local reply, leases, claims, running, groups, bytes = { now, 0, -1, window.start_by - now }, {}, {}, {}, 0, 0
  local lease, changes, limits = exact(now + terms.lease_ms), new_changes(), open_limits(queue, window)
  local claim = string.format(' %d %s %d %d', now, terms.claim, terms.lease_ms, pace.claims)
  local n, size, taken, front, asked, part = 1, FIRST_PART, 0, { scores = {} }, nil, nil
  repeat
    asked, size = math.min(size, limit - taken), math.min(2 * size, LARGEST_PART)
    part = take_ready(queue, asked, front)
    for at, name in ipairs(part) do
      local job_key, group = prefix .. 'job:' .. name, group_of(name)
      local job = redis.call('HMGET', job_key, 'processorType', 'payload', 'createdAt', 'attempts', 'trace')
      if not job[1] then -- removed by hand: there is nothing to run
      elseif is_cancelling(queue, group) then
        cancel_job(queue, name, terms.retention_ms)
        add_change(changes, group, { doneJobs = 1, cancelledCount = 1, admitted = -1 })
      elseif not may_start(limits, group, job_key) then
        return_job(queue, group, name, redis.call('HGET', job_key, 'position'))
        add_change(changes, group, { admitted = -1, returned = 1 })
      else
        local attempt, retries = '1', '0'
        if job[4] then attempt, retries = tostring(job[4] + 1), redis.call('HGET', job_key, 'retryCount') or '0' end
        leases[n], leases[n + 1], claims[n], claims[n + 1] = lease, name, name, attempt .. claim
        n = n + 2
        local count = running[group]
        if not count then count, groups = 0, groups + 1 end
        running[group] = count + 1
        -- why one text: a reply of many small parts costs Redis more than everything else here
        reply[#reply + 1] = name .. '\n' .. attempt .. '\n' .. job[1] .. '\n' .. job[3] .. '\n' .. retries .. '\n'
          .. (job[5] or '') .. '\n' .. job[2]
      end
      bytes = bytes + #(job[2] or '') -- the payload of a cancelled job was read as well
      if bytes > MAX_CLAIMED_BYTES then
        return_rest(queue, part, at + 1, front)
        break
      end
    end
    taken = taken + #part
  until #part < asked or taken == limit or groups >= MAX_CLAIMED_GROUPS or bytes > MAX_CLAIMED_BYTES
  if #leases > 0 then
    redis.call('ZADD', prefix .. 'in-flight', unpack(leases))
    redis.call('HSET', prefix .. 'claims', unpack(claims))
    take_tokens(terms.tokens, window, #leases / 2)
    save_tokens(pace, terms.tokens, window)
    record_claims(pace, #leases / 2, now)
  end
  start_groups(queue, running)
  apply_changes(queue, changes)
  save_limits(limits)
  if #part == asked or bytes > MAX_CLAIMED_BYTES then reply[2] = waiting_in(queue) end
  if reply[2] > 0 then wake(prefix .. 'wake:worker') end -- another instance may have idle workers
  return reply
end
