#!lua flags=allow-oom
--[[
  Settles dead letters that a person has dealt with: each becomes MANUALLY_RESOLVED and keeps who, when and why.

  KEYS   1 stats HASH
  ARGV   1 prefix    2 by whom    3 reason    4 retention_ms of a finished job    5 order (lib/fair)
         6 now ms, '' = Redis TIME    then for each job: id
  RETURNS ids that were resolved; the others were no dead letters any more
]]
local stats = KEYS[1]
local prefix, by, reason, retention_ms = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local FIRST_JOB = 7
-- include fair
local order = fair_order(ARGV[5])
-- include clock
local now = clock(ARGV[6])
-- include wake
-- include park
-- include status
-- include settle
-- include deadletter

local resolved, changes = {}, new_changes()
for i = FIRST_JOB, #ARGV do
  local id = ARGV[i]
  local key = prefix .. 'job:' .. id
  local job = redis.call('HMGET', key, 'status', 'groupId', 'run', 'errorCode', 'processorType')
  if job[1] == 'FAILED' and job[2] then
    redis.call('HSET', key, 'status', 'MANUALLY_RESOLVED', 'resolvedBy', by, 'resolvedAt', now, 'resolution', reason)
    redis.call('PEXPIRE', key, retention_ms)
    redis.call('PEXPIRE', prefix .. 'job-attempts:' .. id, retention_ms)
    remove_dead_letter(prefix, id, job[2], job[4] or '', job[5] or '')
    local meta_key = prefix .. 'group:' .. job[2] .. ':meta'
    if redis.call('EXISTS', meta_key) == 1 then redis.call('HINCRBY', meta_key, 'deadLetters', -1) end
    if job[3] == redis.call('HGET', meta_key, 'run') then
      add_change(changes, job[2], { failedCount = -1, resolvedCount = 1 })
    end
    resolved[#resolved + 1] = id
  end
end
if #resolved > 0 then
  redis.call('HINCRBY', stats, 'resolved', #resolved)
  settle_all(prefix, changes, order, now)
end
return resolved
