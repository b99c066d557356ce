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
  redis.call('ZREM', prefix .. 'aggregating-groups', group)
  redis.call('ZREM', prefix .. 'finished-groups', group)
end

local function uncount_error(errors, code)
  if redis.call('HINCRBY', errors, code, -1) <= 0 then redis.call('HDEL', errors, code, 'example:' .. code) end
end

local retried, changes = {}, new_changes()
for i = FIRST_JOB, #ARGV do
  local name = ARGV[i]
  local key = prefix .. 'job:' .. name
  local job = redis.call('HMGET', key, 'status', 'run', 'errorCode', 'processorType', 'position')
  local group, code = group_of(name), job[3] or ''
  local meta = redis.call('HMGET', prefix .. 'group:' .. group .. ':meta', 'status', 'run')
  -- why not into a group that is being cancelled: it would be cancelled at once
  if job[1] == 'FAILED' and meta[1] and meta[1] ~= 'CANCELLING' then
    local group_key = prefix .. 'group:' .. group
    if has_ended(meta[1]) then reopen(group, group_key, meta[1], meta[2]) end
    redis.call('HSET', key, 'status', 'PENDING', 'waitReason', 'RETRY', 'retryCount', 0, 'recoveries', 0)
    redis.call('HDEL', key, 'finishedAt')
    remove_dead_letter(queue, name, { group = group, code = code, processor = job[4] or '' })
    redis.call('HINCRBY', group_key .. ':meta', 'deadLetters', -1)
    if job[2] == meta[2] then
      uncount_error(group_key .. ':errors', code)
      add_change(changes, group, { doneJobs = -1, failedCount = -1, returned = 1 })
    else
      add_change(changes, group, { totalJobs = 1, returned = 1 })
    end
    retried[#retried + 1] = name
    return_job(queue, group, name, job[5])
  end
end
if #retried > 0 then
  redis.call('HINCRBY', stats, 'retried', #retried)
  apply_changes(queue, changes)
end
return retried
