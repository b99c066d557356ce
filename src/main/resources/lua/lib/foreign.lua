-- include fair
-- include spare
-- include tenant
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

-- text: '' where the caller knows all types and limits none, or 'after_ms| types that others know | types that nobody knows ',
-- each type between blanks, and '|type=spare type=spare ' where it limits some (lib/spare). Returns what is_left needs, nil
-- where there is nothing to ask.
local function open_foreign(queue, text)
  if text == '' then return nil end
  local after_ms, nobody = string.match(text, '^(%d+)|[^|]*|([^|]*)')
  return { queue = queue, text = text, after_ms = tonumber(after_ms), nobody = nobody, left = {} }
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
  local queue, key = foreign.queue, meta_key(foreign.queue, group)
  local misses = min(number_of(redis.call('HGET', key, 'misses')) + 1, 20)
  local wait = { why = 'processor', job_type = job_type, ms = min(longest_ms, FIRST_MS * 2 ^ (misses - 1)) }
  if park_for_type(queue, group, wait) then redis.call('HSET', key, 'misses', misses) end
  wake(queue.prefix .. 'wake:fetcher') -- it has to know when the group is due
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
