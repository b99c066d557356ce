-- The fence: what is said about a job counts only for the attempt that is in flight (claims, lib/completed).
-- Returns the claims by id; the ids are every width-th of args.
local function read_claims(prefix, args, first, width)
  local ids, claims = {}, {}
  for i = first, #args, width do ids[#ids + 1] = args[i] end
  if #ids == 0 then return claims end
  for n, claim in ipairs(redis.call('HMGET', prefix .. 'claims', unpack(ids))) do claims[ids[n]] = claim end
  return claims
end

local facts_of = {} -- attempt and start by claim: jobs that were claimed together have the same text

-- Returns when the attempt started, or nothing when it is not the one in flight; true once, however often it is named.
local function take_claim(claims, id, attempt)
  local claim = claims[id]
  if not claim then return nil end
  local facts = facts_of[claim]
  if not facts then
    facts = { string.match(claim, '^(%d+) (%d+)$') }
    facts_of[claim] = facts
  end
  if facts[1] == attempt then
    claims[id] = nil
    return facts[2]
  end
end

-- Whether this very acknowledgement was carried out before and only its reply was lost.
local function is_replay(prefix, claims, id, attempt, done_status)
  if claims[id] then return false end
  local job = redis.call('HMGET', prefix .. 'job:' .. id, 'attempts', 'status')
  return job[1] == attempt and job[2] == done_status
end

local function leave_flight(prefix, in_flight, ids)
  if #ids == 0 then return end
  redis.call('ZREM', in_flight, unpack(ids))
  redis.call('HDEL', prefix .. 'claims', unpack(ids))
end
