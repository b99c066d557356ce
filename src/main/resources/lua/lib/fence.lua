-- The fence: what an instance says about a job counts only for the claim that is in flight (lib/claim_entry). No two claims
-- ever have the same id, so the fence holds over recoveries, retries and new jobs of the same id. The attempt's number and
-- the group come from the claim too, because whoever acknowledges may know another life of the job.

-- Reads the claims of the jobs whose ids are every width-th of args. Returns them by id.
local function read_claims(queue, args, first, width)
  local ids, claims = {}, {}
  for i = first, #args, width do ids[#ids + 1] = args[i] end
  if #ids == 0 then return claims end
  for n, claim in ipairs(redis.call('HMGET', queue.prefix .. 'claims', unpack(ids))) do claims[ids[n]] = claim end
  return claims
end

local parsed = {} -- by entry: jobs of a group that were claimed together have the same text

local function claim_facts(entry)
  local facts = parsed[entry]
  if not facts then
    local attempt, started, claim, lease_ms, call, group = string.match(entry, '^(%d+) (%d+) (%S+) (%d+) (%d+) (%S+)$')
    facts = { attempt = attempt, started = started, claim = claim, lease_ms = tonumber(lease_ms), call = tonumber(call),
      group = group }
    parsed[entry] = facts
  end
  return facts
end

-- Returns what the claim says (attempt, started, lease_ms, call, group), or nothing when it is not the one in flight. A claim
-- that is named twice in a call counts once.
local function take_claim(claims, id, claim)
  local facts = claims[id] and claim_facts(claims[id])
  if facts and facts.claim == claim then
    claims[id] = nil
    return facts
  end
end

-- Writes into a job's hash that a claim of it was acknowledged without success, and further fields.
local function keep_claim(queue, id, facts, ...)
  redis.call('HSET', queue.prefix .. 'job:' .. id, 'attempts', facts.attempt, 'startedAt', facts.started, 'lastClaim',
    facts.claim, ...)
end

-- Of a job that is not in flight: whether this very acknowledgement was applied before and only its reply was lost. The job
-- may have come back to its group or been cancelled since.
local function is_replay(queue, id, claim, done_status)
  local job = redis.call('HMGET', queue.prefix .. 'job:' .. id, 'lastClaim', 'status')
  return job[1] == claim and (job[2] == done_status or job[2] == 'PENDING' or job[2] == 'CANCELLED')
end

local function leave_flight(queue, in_flight, ids)
  if #ids == 0 then return end
  redis.call('ZREM', in_flight, unpack(ids))
  redis.call('HDEL', queue.prefix .. 'claims', unpack(ids))
end
