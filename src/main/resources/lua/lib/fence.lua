-- The fence: what is said about a job counts only for the claim that is in flight (claims, lib/completed). No two claims
-- ever have the same id, so it holds over recoveries, revivals and new jobs of the same id. The attempt's number and the
-- group come from the claim too: whoever acknowledges may know another life of the job.
-- Returns the claims by id; the ids are every width-th of args.
local function read_claims(prefix, args, first, width)
  local ids, claims = {}, {}
  for i = first, #args, width do ids[#ids + 1] = args[i] end
  if #ids == 0 then return claims end
  for n, claim in ipairs(redis.call('HMGET', prefix .. 'claims', unpack(ids))) do claims[ids[n]] = claim end
  return claims
end

local facts_of = {} -- by entry: jobs of a group that were claimed together have the same text

local function claim_facts(entry)
  local facts = facts_of[entry]
  if not facts then
    local attempt, started, claim, lease_ms, group = string.match(entry, '^(%d+) (%d+) (%S+) (%d+) (%S+)$')
    facts = { attempt = attempt, started = started, claim = claim, lease_ms = tonumber(lease_ms), group = group }
    facts_of[entry] = facts
  end
  return facts
end

-- Returns what the claim says: attempt, started, lease_ms, group; nothing when it is not the one in flight. Only once,
-- however often it is named.
local function take_claim(claims, id, claim)
  local facts = claims[id] and claim_facts(claims[id])
  if facts and facts.claim == claim then
    claims[id] = nil
    return facts
  end
end

-- What a job's hash learns when a claim of it is acknowledged and it has not succeeded, with further fields.
local function keep_claim(prefix, id, facts, ...)
  redis.call('HSET', prefix .. 'job:' .. id, 'attempts', facts.attempt, 'startedAt', facts.started, 'lastClaim',
    facts.claim, ...)
end

-- Whether this very acknowledgement was carried out before and only its reply was lost.
local function is_replay(prefix, claims, id, claim, done_status)
  if claims[id] then return false end
  local job = redis.call('HMGET', prefix .. 'job:' .. id, 'lastClaim', 'status')
  return job[1] == claim and (job[2] == done_status or job[2] == 'CANCELLED')
end

local function leave_flight(prefix, in_flight, ids)
  if #ids == 0 then return end
  redis.call('ZREM', in_flight, unpack(ids))
  redis.call('HDEL', prefix .. 'claims', unpack(ids))
end
