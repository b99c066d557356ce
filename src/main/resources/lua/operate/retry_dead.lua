#!lua flags=allow-oom
--[[
  Retries dead letters: each goes back to the front of its group, with its retries and recoveries reset to zero, and waits
  for the turn of its group like all other jobs. The run in which a job failed reopens; if a later run has begun, the job
  joins that one.

  KEYS   1 stats HASH stats
  ARGV   1 prefix    2 order (lib/fair)    3 now ms, '' = Redis TIME    then for each job: name
  RETURNS for each job: name; those that are retried. The others are not dead letters any more, or their group is gone
         or being cancelled
]]
local stats = KEYS[1]
local FIRST_JOB = 4
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[2]), now = clock(ARGV[3]) }
-- include status
-- include group_changes
-- include dead_letter
-- include job_name
-- include result
-- include returned

local prefix = queue.prefix
local function reopen(group, key, status, run)
  if is_finished(status) then keep_result(queue, group, run) end
  index_status(queue, { group }, status, 'RUNNING')
  redis.call('HSET', key .. ':meta', 'status', 'RUNNING')
  redis.call('HDEL', key .. ':meta', 'finishedAt', 'outcome')
  queue.reopened = queue.reopened or {}
  queue.reopened[group] = true
  redis.call('ZREM', prefix .. 'aggregating-groups', group)
  redis.call('ZREM', prefix .. 'finished-groups', group)
end

-- The group of a job, read once: its run, and what its retried jobs change. False where nothing of it may be retried.
local groups = {}
local function open_group(id)
  if groups[id] == nil then
    local key = prefix .. 'group:' .. id
    local meta = redis.call('HMGET', key .. ':meta', 'status', 'run', 'account', 'partly')
    -- why not while it is being cancelled: the job would be cancelled at once
    groups[id] = meta[1] and meta[1] ~= 'CANCELLING'
      and { key = key, status = meta[1], run = meta[2], is_paid = meta[3] and not meta[4], errors = {}, returned = {} }
  end
  return groups[id]
end

local retried, letters, changes = {}, {}, new_changes()
for i = FIRST_JOB, #ARGV do
  local name = ARGV[i]
  local key, id = prefix .. 'job:' .. name, group_of(name)
  local job, group = redis.call('HMGET', key, 'status', 'run', 'errorCode', 'processorType', 'position'), open_group(id)
  if job[1] == 'FAILED' and group then
    local code = job[3] or ''
    redis.call('HSET', key, 'status', 'PENDING', 'waitReason', 'RETRY', 'retryCount', 0, 'recoveries', 0)
    redis.call('HDEL', key, 'finishedAt', 'expiresAt') -- whoever retries it wants it to run
    if not group.is_paid then redis.call('HDEL', key, 'size') end -- it counts for nobody (lib/account)
    letters[#letters + 1] = { name = name, group = id, code = code, processor = job[4] or '' }
    if job[2] == group.run then
      group.errors[code] = (group.errors[code] or 0) + 1
      add_change(changes, id, { doneJobs = -1, failedCount = -1, deadLetters = -1, returned = 1 })
    else
      add_change(changes, id, { totalJobs = 1, deadLetters = -1, returned = 1 })
    end
    retried[#retried + 1] = name
    group.returned[#group.returned + 1], group.returned[#group.returned + 2] = job[5] or 0, name
  end
end

remove_dead_letters(queue, letters)
for _, id in ipairs(changes.groups) do
  local group = groups[id]
  if has_ended(group.status) then reopen(id, group.key, group.status, group.run) end
  for code, count in pairs(group.errors) do
    local left = redis.call('HINCRBY', group.key .. ':errors', code, -count)
    if left <= 0 then redis.call('HDEL', group.key .. ':errors', code, 'example:' .. code) end
  end
  return_jobs(queue, id, group.returned)
end
if #retried > 0 then
  redis.call('HINCRBY', stats, 'retried', #retried)
  queue.revived = retried
  apply_changes(queue, changes)
end
return retried
