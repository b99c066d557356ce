#!lua flags=allow-oom
--[[
  Ends jobs that succeeded. Fenced by attempt: a late or doubled acknowledgement changes nothing. Counters, result and
  state of the groups change in the same step.

  KEYS   1 in_flight ZSET    2 stats HASH
  ARGV   1 prefix    2 retention_ms of a finished job    3 order (lib/fair)    4 now ms, '' = Redis TIME
         then for each job: id, attempt, group, duration_ms, bucket of the duration, result JSON or '',
         type of the aggregator that wants the result or ''
  RETURNS {completed, fenced, groups whose run this ended...}
]]
local in_flight, stats = KEYS[1], KEYS[2]
local prefix, retention_ms = ARGV[1], ARGV[2]
local FIRST_JOB, WIDTH = 5, 7
-- include fair
local order = fair_order(ARGV[3])
-- include clock
local now = clock(ARGV[4])
-- include wake
-- include park
-- include status
-- include settle
-- include fence

local claims, finished_at = read_claims(prefix, ARGV, FIRST_JOB, WIDTH), exact(now)
local done, fenced, changes, durations = {}, 0, new_changes(), {}
for i = FIRST_JOB, #ARGV, WIDTH do
  local id, attempt, group, duration, bucket, result = ARGV[i], ARGV[i + 1], ARGV[i + 2], tonumber(ARGV[i + 3]),
    ARGV[i + 4], ARGV[i + 5]
  local key, started = prefix .. 'job:' .. id, take_claim(claims, id, attempt)
  if started then
    done[#done + 1] = id
    if result == '' then
      redis.call('HSET', key, 'status', 'COMPLETED', 'attempts', attempt, 'startedAt', started, 'finishedAt', finished_at)
    else
      redis.call('HSET', key, 'status', 'COMPLETED', 'attempts', attempt, 'startedAt', started, 'finishedAt', finished_at,
        'result', result)
      if ARGV[i + 6] ~= '' then
        redis.call('RPUSH', prefix .. 'group:' .. group .. ':results', ARGV[i + 6] .. ' ' .. result)
      end
    end
    redis.call('PEXPIRE', key, retention_ms)
    if attempt ~= '1' then redis.call('PEXPIRE', prefix .. 'job-attempts:' .. id, retention_ms) end
    local change, seen = changes.of[group], durations[group]
    if not change then
      change, seen = { doneJobs = 0, successCount = 0, admitted = 0, running = 0 }, { sum = 0, buckets = {} }
      changes.of[group], durations[group] = change, seen
      changes.groups[#changes.groups + 1] = group
    end
    change.doneJobs, change.successCount = change.doneJobs + 1, change.successCount + 1
    change.admitted, change.running = change.admitted - 1, change.running - 1
    seen.sum, seen.buckets[bucket] = seen.sum + duration, (seen.buckets[bucket] or 0) + 1
  elseif not is_replay(claims, id, key, attempt, 'COMPLETED') then
    fenced = fenced + 1
  end
end

local reply = { #done, fenced }
if #done > 0 then
  leave_flight(prefix, in_flight, done)
  redis.call('HINCRBY', stats, 'completed', #done)
  for group, seen in pairs(durations) do
    local key = prefix .. 'group:' .. group .. ':durations'
    for bucket, count in pairs(seen.buckets) do redis.call('HINCRBY', key, bucket, count) end
    redis.call('HINCRBY', key, 'sum', seen.sum)
  end
  for _, group in ipairs(settle_all(prefix, changes, order, now)) do reply[#reply + 1] = group end
end
return reply
