-- include job_name
-- Jobs that are being cancelled, alone or with their group: what would wait or run again is cancelled instead.
local any_cancelling

-- facts: of a claim that was in flight (lib/fence), whose job may be cancelled alone. The caller cancels it then.
local function is_cancelling(queue, group, facts)
  if facts and facts.is_cancelling then return true end
  if any_cancelling == nil then any_cancelling = redis.call('EXISTS', queue.prefix .. 'cancelling-groups') == 1 end
  return any_cancelling and redis.call('SISMEMBER', queue.prefix .. 'cancelling-groups', group) == 1
end

local MAX_CLOSED, SLACK = 1000, 100

-- Notes jobs of a group that were cancelled or skipped, so that a page can show the last ones. Trimmed now and then only,
-- because a group may have a million of them.
local function note_closed(queue, group, names)
  if #names == 0 then return end
  local key = queue.prefix .. 'group:' .. group .. ':closed'
  if redis.call('RPUSH', key, unpack(names)) > MAX_CLOSED + SLACK then redis.call('LTRIM', key, -MAX_CLOSED, -1) end
end

-- For the account of its run (lib/account).
local function note_freed(queue, name, key)
  local group = group_of(name)
  local freed = queue.freed or {}
  queue.freed = freed
  if freed[group] == nil then
    local counts = redis.call('HMGET', queue.prefix .. 'group:' .. group .. ':meta', 'bytes', 'partly')
    freed[group] = (counts[1] or counts[2]) and { jobs = 0, bytes = 0 } or false
  end
  local sum, size = freed[group], freed[group] and redis.call('HGET', key, 'size')
  if size then sum.jobs, sum.bytes = sum.jobs + 1, sum.bytes + size end
end

-- Its id and what became of it stay for their retention; its payload, which nothing will run, gives its memory back now.
local function mark_cancelled(queue, name, retention_ms)
  local key = queue.prefix .. 'job:' .. name
  note_freed(queue, name, key)
  redis.call('HDEL', key, 'payload', 'checkpoint')
  redis.call('HSET', key, 'status', 'CANCELLED', 'finishedAt', queue.now)
  redis.call('PEXPIRE', key, retention_ms)
  redis.call('PEXPIRE', queue.prefix .. 'job-attempts:' .. name, retention_ms)
end

local function cancel_job(queue, name, retention_ms)
  mark_cancelled(queue, name, retention_ms)
  note_closed(queue, group_of(name), { name })
end
