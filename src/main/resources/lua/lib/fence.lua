-- include job_name
-- The fence: what an instance says about a job counts only for the claim that is in flight (lib/claim_entry). No two claims
-- ever have the same id, so the fence holds over recoveries, retries and new jobs of the same id. The attempt's number
-- comes from the claim too, because whoever acknowledges may know another life of the job.

-- Reads the claims of the jobs whose names are every width-th of args. Returns them by name.
local function read_claims(queue, args, first, width)
  local names, claims = {}, {}
  for i = first, #args, width do names[#names + 1] = args[i] end
  if #names == 0 then return claims end
  for n, claim in ipairs(redis.call('HMGET', queue.prefix .. 'claims', unpack(names))) do claims[names[n]] = claim end
  return claims
end

local parsed = {} -- by entry: jobs that were claimed together have the same text

local function claim_facts(entry)
  local facts = parsed[entry]
  if not facts then
    local attempt, started, claim, lease_ms, call, mark = string.match(entry, '^(%d+) (%d+) (%S+) (%d+) (%d+) ?(%S*)$')
    facts = { attempt = attempt, started = started, claim = claim, lease_ms = tonumber(lease_ms), call = tonumber(call),
      is_cancelling = mark == 'cancelling' }
    parsed[entry] = facts
  end
  return facts
end

-- Returns what the claim says (attempt, started, lease_ms, call, is_cancelling) and the group, or nothing when it is not the one in flight.
-- A claim that is named twice in a call counts once.
local function take_claim(claims, name, claim)
  local facts = claims[name] and claim_facts(claims[name])
  if facts and facts.claim == claim then
    claims[name] = nil
    return facts, group_of(name)
  end
end

-- Writes into a job's hash that a claim of it was acknowledged without success, and further fields.
local function keep_claim(queue, name, facts, ...)
  redis.call('HSET', queue.prefix .. 'job:' .. name, 'attempts', facts.attempt, 'startedAt', facts.started, 'lastClaim',
    facts.claim, ...)
end

-- Of a job that is not in flight: its status if this very acknowledgement was applied before and only its reply was lost, else
-- false. The job may have come back to its group or been cancelled since.
local function is_replay(queue, name, claim, done_status)
  local job = redis.call('HMGET', queue.prefix .. 'job:' .. name, 'lastClaim', 'status')
  return job[1] == claim and (job[2] == done_status or job[2] == 'PENDING' or job[2] == 'CANCELLED'
    or job[2] == 'EXPIRED') and job[2]
end
