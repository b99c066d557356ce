#!lua flags=allow-oom
--[[
  Skips dead letters: each becomes MANUALLY_RESOLVED and records by whom, when and why.

  KEYS   1 stats HASH stats
  ARGV   1 prefix    2 by whom    3 reason    4 retention_ms of a finished job    5 order (lib/fair)
         6 now ms, '' = Redis TIME    then for each job: name
  RETURNS for each job: name; those that are resolved now. The others were not dead letters any more
]]
local stats = KEYS[1]
local by, reason, retention_ms = ARGV[2], ARGV[3], ARGV[4]
local FIRST_JOB = 7
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[5]), now = clock(ARGV[6]) }
-- include group_changes
-- include cancel
-- include dead_letter
-- include job_name
-- include result
-- include status

local prefix, resolved, letters, changes = queue.prefix, {}, {}, new_changes()
for i = FIRST_JOB, #ARGV do
  local name = ARGV[i]
  local key = prefix .. 'job:' .. name
  local job = redis.call('HMGET', key, 'status', 'run', 'errorCode', 'processorType')
  if job[1] == 'FAILED' then
    local group = group_of(name)
    redis.call('HSET', key, 'status', 'MANUALLY_RESOLVED', 'resolvedBy', by, 'resolvedAt', queue.now, 'resolution', reason)
    redis.call('PEXPIRE', key, retention_ms)
    redis.call('PEXPIRE', prefix .. 'job-attempts:' .. name, retention_ms)
    note_closed(queue, group, { name })
    letters[#letters + 1] = { name = name, group = group, code = job[3] or '', processor = job[4] or '' }
    local meta_key = prefix .. 'group:' .. group .. ':meta'
    local meta = redis.call('HMGET', meta_key, 'status', 'run', 'unaggregated')
    local left = meta[1] and redis.call('HINCRBY', meta_key, 'deadLetters', -1)
    -- why: nothing reopens the run any more, so what its jobs returned serves nobody (run/finalize)
    if left == 0 and is_finished(meta[1]) and not meta[3] then redis.call('UNLINK', prefix .. 'group:' .. group .. ':results') end
    if job[2] == meta[2] then
      if is_finished(meta[1]) then keep_result(queue, group, meta[2]) end
      add_change(changes, group, { failedCount = -1, resolvedCount = 1 })
    end
    resolved[#resolved + 1] = name
  end
end
remove_dead_letters(queue, letters)
if #resolved > 0 then
  redis.call('HINCRBY', stats, 'resolved', #resolved)
  apply_changes(queue, changes)
end
return resolved
