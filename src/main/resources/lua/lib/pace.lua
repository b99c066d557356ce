-- Measures how fast the workers of all instances take jobs: a moving rate over steps of at least 100 ms.
local function record_claims(pace, count, now)
  local last = redis.call('HMGET', pace, 'claimedAt', 'claimCount', 'claimRate')
  local since, counted, rate = tonumber(last[1] or '0'), tonumber(last[2] or '0') + count, tonumber(last[3] or '0')
  local elapsed = now - since
  if elapsed < 100 then
    redis.call('HSET', pace, 'claimCount', counted)
    return
  end
  local measured = counted * 1000 / elapsed
  -- why: after a rest the old rate says nothing; while busy a single odd step should not swing the depth
  rate = elapsed > 1000 and measured or (rate + measured) / 2
  redis.call('HSET', pace, 'claimedAt', now, 'claimCount', 0, 'claimRate', rate)
end
