-- How much may enter Ready. Ready is a buffer, not a queue: it holds what the workers take within the target wait, at least
-- min and never more than max, and no more than will have tokens by then.

-- Jobs that wait for a worker: those given back unstarted, and Ready.
local function waiting_in(queue)
  return redis.call('LLEN', queue.prefix .. 'ready-queue') + redis.call('ZCARD', queue.prefix .. 'ready-front')
end

-- wanted: min, max, target_wait_ms. Returns the depth of Ready, and how many jobs the workers take a second.
local function depth_of(pace, wanted, now)
  local rate = math.abs(now - pace.claimed_at) > 1000 and 0 or pace.claim_rate
  return math.min(wanted.max, math.max(wanted.min, math.ceil(rate * wanted.target_wait_ms / 1000))), rate
end
