#!lua flags=allow-oom
--[[
  Gives back jobs that an instance claimed and will not finish. Not counted as a retry. One that never started goes to
  the front of Ready: its token is unspent. One that started goes to the front of Non-ready, because running it again
  needs a token of its own.

  KEYS   1 in_flight ZSET    2 ready LIST    3 non_ready ZSET    4 wake_worker LIST    5 wake_dispatcher LIST
  ARGV   1 prefix    2 order (lib/fair)    3 retention_ms of a cancelled job    4 now ms, '' = Redis TIME
         5 behind, a ready job that goes before these, or ''    then for each job: id, claim, started 1|0, place among those that started
  RETURNS {released, fenced, groups whose run this ended...}
]]
local in_flight, ready, non_ready, wake_worker, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local prefix, retention_ms, behind = ARGV[1], ARGV[3], ARGV[5]
local FIRST_JOB, WIDTH, NEAR = 6, 4, 1000
-- include fair
local order = fair_order(ARGV[2])
-- include clock
local now = clock(ARGV[4])
-- include wake
-- include park
-- include status
-- include settle
-- include fence
-- include cancel

local done, fenced, front, due, changes = {}, 0, {}, {}, new_changes()
local claims = read_claims(prefix, ARGV, FIRST_JOB, WIDTH)
for i = FIRST_JOB, #ARGV, WIDTH do
  local id, claim, started = ARGV[i], ARGV[i + 1], ARGV[i + 2] == '1'
  local key, facts = prefix .. 'job:' .. id, take_claim(claims, id, claim)
  if facts then
    local group = facts.group
    done[#done + 1] = id
    if started then keep_claim(prefix, id, facts)
    else redis.call('HSET', key, 'lastClaim', claim) end -- not an attempt
    if is_cancelling(prefix, group) then
      cancel_job(prefix, id, retention_ms, now)
      add_change(changes, group, { doneJobs = 1, cancelledCount = 1, admitted = -1, running = -1 })
    elseif started then
      redis.call('HSET', key, 'status', 'WAITING', 'waitReason', 'RELEASED')
      -- why not the same for all: jobs of one submit would come back in the order of their names
      due[#due + 1], due[#due + 2] = exact((redis.call('HGET', key, 'createdAt') or now) + ARGV[i + 3] * STEP), id
      add_change(changes, group, { admitted = -1, running = -1, nonReady = 1 })
    else
      redis.call('HSET', key, 'status', 'READY')
      table.insert(front, 1, id)
      add_change(changes, group, { running = -1 })
    end
  elseif not is_replay(prefix, claims, id, claim, started and 'WAITING' or 'READY') then
    fenced = fenced + 1
  end
end
leave_flight(prefix, in_flight, done)
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
return settle_all(prefix, changes, order, now, { #done, fenced })
