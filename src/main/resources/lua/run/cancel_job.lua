#!lua flags=allow-oom
--[[
  Cancels one job wherever it waits. One that runs is marked: its instance interrupts it, and it ends as cancelled unless it
  succeeds first.

  KEYS   1 cancelling_jobs HASH cancelling-jobs    2 claims HASH claims
  ARGV   1 prefix    2 name    3 searched, jobs of its group's list that earlier calls have passed    4 retention_ms of a
         cancelled job    5 order (lib/fair)    6 now ms, '' = Redis TIME
  RETURNS 1 answer cancelled|interrupting|unchanged|searching (to be called again)|missing    2 status of the job    3 searched
]]
local cancelling_jobs, claims = KEYS[1], KEYS[2]
local name, searched, retention_ms = ARGV[2], tonumber(ARGV[3]), ARGV[4]
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[5]), now = clock(ARGV[6]) }
-- include cancel
-- include claim_entry
-- include group_changes
-- include job_name
-- include withdraw

local WAITS = { PENDING = true, READY = true, WAITING = true }
local status = redis.call('HGET', queue.prefix .. 'job:' .. name, 'status')
if not status then return { 'missing', '', 0 } end
local claim, ended = claim_of(queue, name)
if ended then return { 'unchanged', 'COMPLETED', 0 } end
if not WAITS[status] then return { 'unchanged', status, 0 } end

local found, what = withdraw(queue, name, searched)
if found == 'in_flight' then
  local id = string.match(claim, '^%d+ %d+ (%S+)')
  local is_new = redis.call('HSET', cancelling_jobs, name, id) == 1
  if is_new then redis.call('HSET', claims, name, claim .. ' cancelling') end
  return { is_new and 'interrupting' or 'unchanged', 'PROCESSING', 0 }
elseif found == 'searching' then
  return { 'searching', status, what }
elseif found == 'nowhere' then -- it moved between two calls
  return { 'searching', status, 0 }
end
cancel_job(queue, name, retention_ms)
what.doneJobs, what.cancelledCount = 1, 1
apply_change(queue, group_of(name), what)
return { 'cancelled', 'CANCELLED', 0 }
