-- include window
-- The pace of the queue, kept from call to call: the time of the last serve, how fast the workers of all instances take
-- jobs, how many calls have claimed, and the tokens used. A script reads it once and writes it once.
local function open_pace(key)
  local last = redis.call('HMGET', key, 'servedAt', 'claimRate', 'claimedAt', 'claimCount', 'claims', 'windows',
    'meanMs', 'lapHigh', 'lapNormal', 'lapLow', 'longestDelay')
  return { key = key, served_at = last[1], claim_rate = tonumber(last[2] or '0'), claimed_at = tonumber(last[3] or '0'),
    claim_count = tonumber(last[4] or '0'), claims = tonumber(last[5] or '0'), windows = last[6], mean_ms = tonumber(last[7] or ''),
    lap_high = last[8], lap_normal = last[9], lap_low = last[10],
    longest_delay = tonumber(last[11] or '0'), changed = {} }
end

local function set_pace(pace, field, value)
  pace.changed[#pace.changed + 1], pace.changed[#pace.changed + 2] = field, value
end

local function close_pace(pace)
  if #pace.changed > 0 then redis.call('HSET', pace.key, unpack(pace.changed)) end
end

-- Measures a moving rate over steps of at least 100 ms.
local function record_claims(pace, count, now)
  local counted, elapsed = pace.claim_count + count, now - pace.claimed_at
  set_pace(pace, 'claims', pace.claims + 1)
  if elapsed >= 0 and elapsed < 100 then return set_pace(pace, 'claimCount', counted) end
  set_pace(pace, 'claimedAt', now)
  set_pace(pace, 'claimCount', 0)
  if elapsed < 0 then return end -- the clock went back: there is nothing to measure with
  local measured = counted * 1000 / elapsed
  -- why: after a rest the old rate says nothing; while busy a single odd step should not swing the depth
  set_pace(pace, 'claimRate', elapsed > 1000 and measured or (pace.claim_rate + measured) / 2)
end

-- Notes the tokens that were taken or given back.
local function save_tokens(pace, tokens, window)
  set_pace(pace, 'windows', history_of(tokens, window))
end
