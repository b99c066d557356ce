-- include pace
-- include seat
-- include wake
-- Jobs of a processor type that the claiming instance does not know. It has met the type before, and names it in every call
-- from then on, so as long as all types are known this costs nothing. Such a job goes back to its group, which waits for a
-- while, longer each time until one of its jobs starts: so it blocks nobody, and an instance that knows the type can have it.
local FIRST_MS, LONGEST_ELSEWHERE_MS, LONGEST_MS, FORGOTTEN_AFTER_MS = 50, 2000, 30000, 300000

-- Since when jobs of a type have been met again and again that no live instance knows.
local function unknown_since(queue, job_type)
  local key = queue.prefix .. 'unknown-types'
  local since, last = string.match(redis.call('HGET', key, job_type) or '', '^(%d+) (%d+)$')
  since, last = tonumber(since or ''), tonumber(last or '')
  if not since or last > queue.now or queue.now - last > FORGOTTEN_AFTER_MS then since = queue.now end
  redis.call('HSET', key, job_type, string.format('%d %d', since, queue.now))
  return since
end

-- text: '' where the caller knows all types, or 'after_ms| types that others know | types that nobody knows ', each type between blanks.
-- Returns what is_left needs, nil where all types are known.
local function open_foreign(queue, pace, text)
  if text == '' then return nil end
  local after_ms, nobody = string.match(text, '^(%d+)|[^|]*|(.*)$')
  return { queue = queue, pace = pace, text = text, after_ms = tonumber(after_ms), nobody = nobody, left = {} }
end

-- Returns whether the instance knows the type of the job; then, if it does not, whether nobody has for after_ms: it then fails;
-- and the longest that its group waits.
local function is_type_known(foreign, job)
  local queue = foreign.queue
  if not string.find(foreign.text, ' ' .. job[1] .. ' ', 1, true) then return true end
  if not string.find(foreign.nobody, ' ' .. job[1] .. ' ', 1, true) then return false, false, LONGEST_ELSEWHERE_MS end
  local since = math.max(unknown_since(queue, job[1]), tonumber(job[3]))
  return false, foreign.after_ms > 0 and queue.now - since >= foreign.after_ms, LONGEST_MS
end

local function wait_for_processor(foreign, group, job_type, longest_ms)
  local queue, pace = foreign.queue, foreign.pace
  local key = queue.prefix .. 'group:' .. group .. ':meta'
  local meta = redis.call('HMGET', key, 'level', 'parked', 'status', 'misses')
  if not meta[1] or meta[3] == 'CANCELLING' or meta[2] == 'throttled' or meta[2] == 'held' then return end
  local misses = math.min(tonumber(meta[4] or '0') + 1, 20)
  local wait_ms = math.min(longest_ms, FIRST_MS * 2 ^ (misses - 1))
  redis.call('HSET', key, 'misses', misses, 'missing', job_type)
  leave_seat(queue, group, meta[1], meta[2])
  park(queue, group, 'processor', queue.now + wait_ms)
  if wait_ms > pace.longest_delay then
    pace.longest_delay = wait_ms
    set_pace(pace, 'longestDelay', wait_ms)
  end
  if not foreign.is_fetcher_woken then wake(queue.prefix .. 'wake:fetcher') end -- it has to know when the group is due
  foreign.is_fetcher_woken = true
end

-- Whether the job is left to others, and so are all of its group that come behind it in this call.
local function is_left(foreign, group, job)
  if foreign.left[group] then return true end
  local knows, fails, longest_ms = is_type_known(foreign, job)
  if knows or fails then return false end
  wait_for_processor(foreign, group, job[1], longest_ms)
  foreign.left[group] = true
  return true
end
