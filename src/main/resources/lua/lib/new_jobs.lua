-- include expiry
-- include fair
-- include job_name
-- include lines
-- Writes the jobs of a batch that its group does not have yet.

-- batch: group, processor_type, trace, created_at, expires_at of all its jobs or nil, and the position of its first job. It
-- then knows the names of all that are new (accepted) and of those that may start at once; entries (time, name, time, name, ...) of those that are to start later;
-- how many are known already; and how many bytes of payload are new, as they were submitted.
local function open_batch(batch)
  batch.accepted, batch.at_once, batch.later, batch.expiries, batch.duplicates, batch.bytes = {}, {}, {}, {}, 0, 0
  return batch
end

local function is_new(queue, name)
  local key = queue.prefix .. 'job:' .. name
  local status = redis.call('HGET', key, 'status')
  local has_ended = status == 'CANCELLED' or status == 'EXPIRED'
  if has_ended then redis.call('DEL', key, queue.prefix .. 'job-attempts:' .. name) end
  return not status or has_ended -- that may be submitted again
end

local function add_job(queue, batch, job)
  local name, more = job_name(batch.group, job.id), read_lines(job.more)
  local key, n = queue.prefix .. 'job:' .. name, #batch.accepted
  if not is_new(queue, name) then
    batch.duplicates = batch.duplicates + 1
    return
  end
  redis.call('HSET', key, 'processorType', batch.processor_type, 'payload', job.payload, 'status', 'PENDING', 'createdAt',
    batch.created_at, 'position', batch.position + n)
  if batch.trace ~= '' then redis.call('HSET', key, 'trace', batch.trace) end
  if more.delay then more.runAt, more.delay = exact(queue.now + more.delay), nil end
  if more.runAt and tonumber(more.runAt) <= queue.now then more.runAt = nil end
  if more.ttl then more.expiresAt, more.ttl = exact(queue.now + more.ttl), nil end
  local expires_at = math.min(tonumber(more.expiresAt or 'inf'), batch.expires_at or math.huge)
  if expires_at < math.huge then
    more.expiresAt = exact(expires_at)
    batch.expiries[second_of(queue, expires_at)] = true
  end
  for field, value in pairs(more) do redis.call('HSET', key, field, value) end
  batch.accepted[n + 1] = name
  batch.bytes = batch.bytes + (more.size or 0)
  if not more.runAt then batch.at_once[#batch.at_once + 1] = name end
  if more.runAt then batch.later[#batch.later + 1], batch.later[#batch.later + 2] = more.runAt, name end
end
