#!lua flags=allow-oom
--[[
  Gives back jobs that an instance claimed and will not finish. Not counted as a retry. A job that never started goes to
  the front of Ready: its token is unspent. A job that started goes to the front of Non-ready, because running it again
  needs a token of its own.

  KEYS   1 in_flight ZSET in-flight    2 ready LIST ready-queue    3 non_ready ZSET non-ready-queue
         4 wake_worker LIST wake:worker    5 wake_dispatcher LIST wake:dispatcher
  ARGV   1 prefix    2 order (lib/fair)    3 retention_ms of a cancelled job    4 now ms, '' = Redis TIME
         5 behind, a ready job that goes before these, or ''
         then for each job: id, claim, started 1|0, position among those that started
  RETURNS 1 applied, jobs that this changed    2 fenced    3 run_ended 1|0, a run ended with this
]]
local in_flight, ready, non_ready, wake_worker, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local retention_ms, behind = ARGV[3], ARGV[5]
local FIRST_JOB, WIDTH, NEAR = 6, 4, 1000
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[2]), now = clock(ARGV[4]) }
-- include wake
-- include group_changes
-- include fence
-- include cancel

local done, fenced, front, due, changes = {}, 0, {}, {}, new_changes()
local claims = read_claims(queue, ARGV, FIRST_JOB, WIDTH)
for i = FIRST_JOB, #ARGV, WIDTH do
  local id, claim, started, position = ARGV[i], ARGV[i + 1], ARGV[i + 2] == '1', ARGV[i + 3]
  local key, facts = queue.prefix .. 'job:' .. id, take_claim(claims, id, claim)
  if facts then
    local group = facts.group
    done[#done + 1] = id
    if started then keep_claim(queue, id, facts)
    else redis.call('HSET', key, 'lastClaim', claim) end -- not an attempt
    if is_cancelling(queue, group) then
      cancel_job(queue, id, retention_ms)
      add_change(changes, group, { doneJobs = 1, cancelledCount = 1, admitted = -1, running = -1 })
    elseif started then
      redis.call('HSET', key, 'status', 'WAITING', 'waitReason', 'RELEASED')
      -- why not the same for all: jobs of one submit would come back in the order of their names
      due[#due + 1], due[#due + 2] = exact((redis.call('HGET', key, 'createdAt') or queue.now) + position * STEP), id
      add_change(changes, group, { admitted = -1, running = -1, nonReady = 1 })
    else
      redis.call('HSET', key, 'status', 'READY')
      table.insert(front, 1, id)
      add_change(changes, group, { running = -1 })
    end
  elseif claims[id] or not is_replay(queue, id, claim, started and 'WAITING' or 'READY') then
    fenced = fenced + 1
  end
end
leave_flight(queue, in_flight, done)
if #front > 0 then
  if behind ~= '' and redis.call('LPOS', ready, behind, 'MAXLEN', NEAR) then
    for _, id in ipairs(front) do redis.call('LINSERT', ready, 'AFTER', behind, id) end
  else
    redis.call('LPUSH', ready, unpack(front))
  end
  wake(wake_worker)
end
if #due > 0 then
  redis.call('ZADD', non_ready, unpack(due))
  wake(wake_dispatcher)
end
return { #done, fenced, apply_changes(queue, changes) and 1 or 0 }
