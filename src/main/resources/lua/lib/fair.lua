-- The fair order: the group with the highest score is served next. PriorityCalculator.java is the reference of this formula
-- and must agree with it.
local min, max = math.min, math.max
local MIN_COST, MAX_COST = 0.1, 10
local STEP = 1 / 1024 -- smallest distance of two serves: four units of a double's last place at today's epoch

-- text: 'alpha max_boost nearly_finished', as every script that touches a score takes it.
local function fair_order(text)
  local alpha, max_boost, nearly_finished = string.match(text, '^(%S+) (%S+) (%S+)$')
  return { alpha = tonumber(alpha), max_boost = tonumber(max_boost), nearly_finished = tonumber(nearly_finished) }
end

local function boost_of(done, total, order)
  local left = max(1, total - done)
  local boost = order.alpha * done / left
  -- why: a giant that is half done would be seconds ahead of everybody who comes meanwhile; a few last jobs cost nobody much
  if boost > 0 and left > order.nearly_finished then boost = 0 end
  return max(-order.max_boost, min(order.max_boost, boost))
end

local function score_of(served_at, base, boost)
  return -served_at + base + boost
end

-- The weight of a group or a tenant: what a submit or an administrator has given it, or else the settings.
-- settings: lines 'id weight', also before the first and behind the last.
local function weight_of(given, settings, id)
  if given then return tonumber(given) end
  if settings == '' then return 1 end
  local _, at = string.find(settings, '\n' .. id .. ' ', 1, true)
  return at and tonumber(string.match(settings, '^%S+', at + 1)) or 1
end

local texts, numbers = {}, {} -- why kept: a batch meets the same small numbers and times again and again

-- 17 digits bring a double back exactly; Lua's own 14 would lose the order within a millisecond.
local function exact(number)
  local text = texts[number]
  if not text then
    text = string.format('%.17g', number + 0) -- never '-0', which is no counter
    texts[number] = text
  end
  return text
end

-- The number that a field holds, 0 where there is none.
local function number_of(field)
  if not field then return 0 end
  local number = numbers[field]
  if not number then
    number = tonumber(field)
    numbers[field] = number
  end
  return number
end

-- Time of the next serve: strictly later than the last, so that two within one millisecond keep their order.
local function serve_after(last, now)
  return max(now, tonumber(last or '0') + STEP)
end

local function next_serve(pace, now)
  return serve_after(redis.call('HGET', pace, 'servedAt'), now)
end

-- What a job of a group costs: its mean duration by that of the queue, or 1 where a turn is measured in jobs.
local function cost_of(duration_sum, successes, mean_ms)
  if not mean_ms or number_of(successes) == 0 then return 1 end
  return max(MIN_COST, min(MAX_COST, number_of(duration_sum) / number_of(successes) / mean_ms))
end
