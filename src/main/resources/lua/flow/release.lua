#!lua flags=allow-oom
--[[
  Gives back jobs that an instance claimed and will not finish. Not counted as a retry. A claim whose job never started is
  undone: the job goes to the front of Ready, behind what was claimed before it, and its tokens are free again. A job that
  started goes to the front of its group. One whose time is over ends.

  KEYS   1 in_flight ZSET in-flight    2 ready_front ZSET ready-front    3 pace HASH pace    4 wake_worker LIST wake:worker
  ARGV   1 prefix    2 order (lib/fair)    3 retention_ms of a cancelled job    4 rate (lib/window)
         5 now ms, '' = Redis TIME    then for each job: name, claim, started 1|0, index in its claim
  RETURNS 1 applied, jobs that this changed    2 fenced    3 run_ended 1|0, a run ended with this
]]
local in_flight, ready_front, pace, wake_worker = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local retention_ms, rate = ARGV[3], ARGV[4]
local FIRST_JOB, WIDTH, MAX_CLAIM = 6, 4, 4096
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[2]), now = clock(ARGV[5]) }
-- include wake
-- include group_changes
-- include fence
-- include flight
-- include cancel
-- include expiry
-- include limits
-- include pace
-- include returned
-- include tuned
-- include window

local seen, window = open_pace(pace), open_window(queue, rate, read_state(queue, queue.prefix .. 'state', '').global_rps)
local tokens, limits = open_limit(window, window.per_window, seen.windows), open_limits(queue, window)
local done, fenced, front, changes = {}, 0, {}, new_changes()
local claims = read_claims(queue, ARGV, FIRST_JOB, WIDTH)

local function undo_claim(name, group, facts, index)
  redis.call('HSET', queue.prefix .. 'job:' .. name, 'lastClaim', facts.claim, 'status', 'READY') -- not an attempt
  front[#front + 1], front[#front + 2] = exact(facts.call + index / MAX_CLAIM), name
  local claimed_at = tonumber(facts.started)
  refund(tokens, window, claimed_at)
  undo_start(limits, group, claimed_at)
  add_change(changes, group, { running = -1 })
end

for i = FIRST_JOB, #ARGV, WIDTH do
  local name, claim, started, index = ARGV[i], ARGV[i + 1], ARGV[i + 2] == '1', tonumber(ARGV[i + 3])
  local facts, group = take_claim(claims, name, claim)
  if facts then
    done[#done + 1] = name
    if started then keep_claim(queue, name, facts, 'status', 'PENDING') end
    if is_cancelling(queue, group, facts) then
      if not started then redis.call('HSET', queue.prefix .. 'job:' .. name, 'lastClaim', claim) end
      cancel_job(queue, name, retention_ms)
      add_change(changes, group, { doneJobs = 1, cancelledCount = 1, admitted = -1, running = -1 })
    elseif expires_before(queue, name, queue.now) then
      if not started then redis.call('HSET', queue.prefix .. 'job:' .. name, 'lastClaim', claim) end
      expire_job(queue, name, retention_ms)
      add_change(changes, group, { doneJobs = 1, expiredCount = 1, admitted = -1, running = -1 })
    elseif started then
      return_job(queue, group, name, redis.call('HGET', queue.prefix .. 'job:' .. name, 'position'))
      add_change(changes, group, { admitted = -1, running = -1, returned = 1 })
    else
      undo_claim(name, group, facts, index)
    end
  elseif claims[name] or not is_replay(queue, name, claim, 'READY') then
    fenced = fenced + 1
  end
end
leave_flight(queue, in_flight, done)
if #front > 0 then
  redis.call('ZADD', ready_front, unpack(front))
  save_tokens(seen, tokens, window)
  close_pace(seen)
  save_limits(limits)
  wake(wake_worker)
end
return { #done, fenced, apply_changes(queue, changes) and 1 or 0 }
