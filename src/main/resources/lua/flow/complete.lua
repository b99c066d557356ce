#!lua flags=allow-oom
--[[
  Ends jobs that succeeded. Fenced by the claim: a late or doubled acknowledgement changes nothing. Counters, result and
  state of the groups change in the same step.

  KEYS   1 in_flight ZSET in-flight    2 stats HASH stats    3 claims HASH claims    4 completed_order LIST completed-order
         5 pace HASH pace
  ARGV   1 prefix    2 order (lib/fair)    3 cost jobs|time    4 now ms, '' = Redis TIME
         then for each job: name, claim, duration_ms, bucket of the duration, result JSON or '', type of the aggregator that
         wants the result or ''
  RETURNS 1 applied, jobs that this changed    2 fenced    3 run_ended 1|0, a run ended with this
]]
local in_flight, stats, claims, completed_order, pace = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local cost, FIRST_JOB, WIDTH = ARGV[3], 5, 6
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[2]), now = clock(ARGV[4]) }
-- include group_changes
-- include fence
-- include flight

local known, finished_at = read_claims(queue, ARGV, FIRST_JOB, WIDTH), ' ' .. exact(queue.now) .. ' '
local n, done, entries, marked, fenced, changes, total_ms = 0, {}, {}, {}, 0, new_changes(), 0

-- The mean over about the last thousand jobs, for the cost of a job by time (lib/pick).
local function note_durations(sum, count)
  local mean = tonumber(redis.call('HGET', pace, 'meanMs') or '')
  local part = mean and math.min(1, count / 1000) or 1
  redis.call('HSET', pace, 'meanMs', exact((mean or 0) * (1 - part) + math.max(0.1, sum / count) * part))
end

for i = FIRST_JOB, #ARGV, WIDTH do
  local name, claim, duration, took, result = ARGV[i], ARGV[i + 1], number_of(ARGV[i + 2]), 'took:' .. ARGV[i + 3], ARGV[i + 4]
  local entry, facts, group = known[name], take_claim(known, name, claim)
  if facts then
    n = n + 1
    -- why kept: jobs that were claimed together end with the same text
    facts.ended = facts.ended or facts.attempt .. ' ' .. facts.started .. finished_at .. claim
    if facts.is_cancelling then marked[#marked + 1] = name end -- it has succeeded first
    done[n], entries[2 * n - 1], entries[2 * n] = name, name, facts.ended
    -- why not add_change: it would take a table for every job
    local change = changes.of[group]
    if not change then
      change = { doneJobs = 0, successCount = 0, admitted = 0, running = 0, durationSum = 0, aggregates = 0 }
      changes.of[group] = change
      changes.groups[#changes.groups + 1] = group
    end
    change.doneJobs, change.durationSum = change.doneJobs + 1, change.durationSum + duration
    change[took] = (change[took] or 0) + 1
    total_ms = total_ms + duration
    if result ~= '' then
      redis.call('HSET', queue.prefix .. 'job:' .. name, 'result', result)
      if ARGV[i + 5] ~= '' then
        redis.call('RPUSH', queue.prefix .. 'group:' .. group .. ':results', ARGV[i + 5] .. ' ' .. result)
        change.aggregates = change.aggregates + 1
      end
    end
  elseif string.match(entry or '', '^%d+ %d+ %d+ (%S+)$') ~= claim then -- else only its reply was lost
    fenced = fenced + 1
  end
end

for _, change in pairs(changes.of) do
  change.successCount, change.admitted, change.running = change.doneJobs, -change.doneJobs, -change.doneJobs
end
queue.ended = done
if n > 0 then
  redis.call('ZREM', in_flight, unpack(done))
  forget_marks(queue, marked)
  redis.call('HSET', claims, unpack(entries))
  redis.call('RPUSH', completed_order, unpack(done))
  redis.call('HINCRBY', stats, 'completed', n)
  if cost == 'time' then note_durations(total_ms, n) end
end
return { n, fenced, apply_changes(queue, changes) and 1 or 0 }
