-- include fair
-- include pace
-- include room
-- include spare
-- include status
-- include tenant
-- include wake
-- include window
-- Claims ready jobs for one instance, a token each. It takes them in parts, each twice as large as the one before: a group
-- costs as much as many jobs, and how many groups there are shows only when the jobs have been taken. Payloads, with what goes along, are counted
-- job by job: what was taken and is too much goes back to the front, so that a call reads no more than the limit and one job.
local FIRST_PART, LARGEST_PART, MAX_CLAIMED_GROUPS, MAX_CLAIMED_BYTES = 3, 50, 50, 500000

-- running: how many jobs of each group were claimed. The first claim of a run sets its group to RUNNING.
local function start_groups(queue, running)
  local started, tenants = {}, {}
  for group, count in pairs(running) do
    local key = queue.prefix .. 'group:' .. group .. ':meta'
    local meta = redis.call('HMGET', key, 'status', 'running', 'misses')
    local now_running = exact(number_of(meta[2]) + count)
    if meta[3] then redis.call('HDEL', key, 'misses', 'missing') end
    local tenant = tenant_of(group)
    if tenant then tenants[tenant] = (tenants[tenant] or 0) + count end
    if meta[1] == 'CREATED' then
      redis.call('HSET', key, 'running', now_running, 'status', 'RUNNING', 'startedAt', exact(queue.now))
      started[#started + 1] = group
    else
      redis.call('HSET', key, 'running', now_running)
    end
  end
  for tenant, count in pairs(tenants) do count_jobs(queue, tenant, -count, 0) end
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
    part[i] = nil -- why: a caller may find out later that an earlier one is too much as well
  end
  if #rest > 0 then redis.call('LPUSH', queue.prefix .. 'ready-queue', unpack(rest)) end
  if #entries > 0 then redis.call('ZADD', queue.prefix .. 'ready-front', unpack(entries)) end
end

-- terms: limit; claim, an id that no other call has; lease_ms; max_concurrency over all instances, 0 = none; foreign, types that
-- the caller does not know (lib/foreign); spare (lib/spare); closes, when the queue's sending window does; the window, and tokens, the queue's limit. Returns a claim that takes
-- jobs, or nil and the reply that says why it takes none.
local function open_claim(queue, pace, terms)
  local now, window = queue.now, terms.window
  local limit = math.min(terms.limit, tokens_left(terms.tokens, window, now))
  if limit <= 0 then
    if terms.tokens.is_guess then save_tokens(pace, terms.tokens, window) end
    return nil, { now, -3, token_at(terms.tokens, window, 1) - now, 0, '' }
  end
  if terms.max_concurrency > 0 then
    limit = math.min(limit, terms.max_concurrency - redis.call('ZCARD', queue.prefix .. 'in-flight'))
    if limit <= 0 then return nil, { now, -2, -1, 0, '' } end
  end
  return { queue = queue, pace = pace, terms = terms, limit = limit, size = FIRST_PART, taken = 0, groups = 0, bytes = 0,
    front = { scores = {} }, left = {}, leases = {}, entries = {}, running = {}, reply = { now, 0, -1, math.min(window.start_by, terms.closes) - now, '' },
    lease = exact(now + terms.lease_ms),
    entry = string.format(' %d %s %d %d', now, terms.claim, terms.lease_ms, pace.claims) }
end

-- The next jobs to be looked at, none when the claim is over.
local function next_part(claim)
  local is_full = claim.taken == claim.limit or claim.groups >= MAX_CLAIMED_GROUPS or claim.bytes > MAX_CLAIMED_BYTES
  if claim.is_over or is_full then return {} end
  local asked = math.min(claim.size, claim.limit - claim.taken)
  claim.part, claim.size = take_ready(claim.queue, asked, claim.front), math.min(2 * claim.size, LARGEST_PART)
  claim.taken, claim.is_over = claim.taken + #claim.part, #claim.part < asked
  claim.is_empty = claim.is_over
  return claim.part
end

-- Ends a claim before a job of the part.
local function end_before(claim, at)
  return_rest(claim.queue, claim.part, at, claim.front)
  for i = #claim.part, at, -1 do claim.part[i] = nil end -- why: it may end once more, before an earlier one
  claim.is_over, claim.is_empty = true, false
end

-- The job's data, and whether the claim ends with this job because it has read enough.
local function read_job(claim, name, at)
  local job = redis.call('HMGET', claim.queue.prefix .. 'job:' .. name, 'processorType', 'payload', 'createdAt', 'attempts',
    'trace', 'metadata', 'expiresAt')
  claim.bytes = claim.bytes + #(job[2] or '') + #(job[5] or '') + #(job[6] or '')
  if claim.bytes <= MAX_CLAIMED_BYTES then return job, false end
  end_before(claim, at + 1)
  return job, true
end

-- Whether the caller runs as many jobs of the type as it may, with those that it was given in this call; or has left an older
-- job of the group for that.
local function is_full(claim, group, job_type)
  local spare = claim.terms.spare
  return spare and (spare[job_type] == 0 or claim.left[group])
end

local function start_job(claim, name, group, job)
  local spare = claim.terms.spare
  if spare and spare[job[1]] then spare[job[1]] = spare[job[1]] - 1 end
  local attempt, retries = '1', '0'
  if job[4] then
    attempt = tostring(job[4] + 1)
    retries = redis.call('HGET', claim.queue.prefix .. 'job:' .. name, 'retryCount') or '0'
  end
  local n, count, reply = #claim.leases, claim.running[group], claim.reply
  claim.leases[n + 1], claim.leases[n + 2] = claim.lease, name
  claim.entries[n + 1], claim.entries[n + 2] = name, attempt .. claim.entry
  if not count then count, claim.groups = 0, claim.groups + 1 end
  claim.running[group] = count + 1
  -- why one text: a reply of many small parts costs Redis more than everything else here
  reply[#reply + 1] = name .. '\n' .. attempt .. '\n' .. job[1] .. '\n' .. job[3] .. '\n' .. retries .. '\n' .. (job[5] or '')
    .. '\n' .. (job[6] or '') .. '\n' .. job[2]
end

-- Writes what the claim has taken. Returns what claim.lua returns.
local function close_claim(claim)
  local queue, count, terms = claim.queue, #claim.leases / 2, claim.terms
  if count > 0 then
    redis.call('ZADD', queue.prefix .. 'in-flight', unpack(claim.leases))
    redis.call('HSET', queue.prefix .. 'claims', unpack(claim.entries))
    take_tokens(terms.tokens, terms.window, count)
    save_tokens(claim.pace, terms.tokens, terms.window)
    record_claims(claim.pace, count, queue.now)
  end
  start_groups(queue, claim.running)
  if not claim.is_empty then claim.reply[2] = waiting_in(queue) end
  if claim.reply[2] > 0 then wake(queue.prefix .. 'wake:worker') end -- another instance may have idle workers
  claim.reply[5] = waited_for(queue, terms.spare)
  return claim.reply
end
