#!lua flags=allow-oom
--[[
  Claims up to `limit` ready jobs for one instance, a token each, fewer where they belong to many groups or are large: moves
  them to in-flight under a lease and returns their data. A job is in exactly one of the two, so a crash or a lost reply
  after this call loses nothing: the lease runs out. The jobs' own hashes are only read: the leases and claims of a batch
  are two writes, whatever its size.

  KEYS   1 state HASH state    2 pace HASH pace
  ARGV   1 prefix    2 limit int > 0    3 claim, an id that no other call has    4 lease_ms
         5 max_concurrency over all instances, 0 = none    6 foreign, types that the caller does not know (lib/foreign)
         7 sending_window that the settings name, '' = none    8 retention_ms of a cancelled job    9 order (lib/fair)
         10 rate (lib/window)    11 now ms, '' = Redis TIME
  RETURNS 1 now    2 left in Ready, -1 while the queue is paused or outside its sending window, -2 while max_concurrency is
         reached, -3 while there are no tokens    3 wait_ms until there are, or until the window opens, -1 otherwise
         4 start_ms, how long from now the jobs may start: after that they have no token, or a sending window has closed    5 waited_for, types of which the caller limits how many run and for which groups wait, with a
         blank between    then for each job: lines; one text with a line each for name, attempt, processorType, createdAt,
         retryCount, trace and metadata, and the payload to the end
]]
local state, pace = KEYS[1], KEYS[2]
local terms = { limit = tonumber(ARGV[2]), claim = ARGV[3], lease_ms = tonumber(ARGV[4]),
  max_concurrency = tonumber(ARGV[5]), foreign = ARGV[6], sending_window = ARGV[7] }
local retention_ms, rate = ARGV[8], ARGV[10]
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[9]), now = clock(ARGV[11]) }
-- include cancel
-- include claim
-- include expiry
-- include foreign
-- include group_changes
-- include job_name
-- include limits
-- include pace
-- include returned
-- include spare
-- include tuned
-- include wake
-- include window

-- A job that does not start. Its group costs as much as one that starts, and the job itself a part of that.
local function note_change(claim, group, counters)
  local is_known = claim.changes.of[group] or claim.running[group]
  claim.groups = claim.groups + (is_known and 0 or 1) + (counters.doneJobs and 0.5 or 0.25)
  add_change(claim.changes, group, counters)
end

local function send_back(claim, name)
  local group = group_of(name)
  return_job(queue, group, name, redis.call('HGET', queue.prefix .. 'job:' .. name, 'position'))
  note_change(claim, group, { admitted = -1, returned = 1 })
end

-- Gives a job away, or sends it back to the front of its group, or ends it.
local function take_job(claim, name, at)
  local job_key, group = queue.prefix .. 'job:' .. name, group_of(name)
  local job, is_last = read_job(claim, name, at)
  if not job[1] then -- removed by hand: there is nothing to run
  elseif is_cancelling(queue, group) then
    cancel_job(queue, name, retention_ms)
    note_change(claim, group, { doneJobs = 1, cancelledCount = 1, admitted = -1 })
  elseif is_expired(queue, job[7]) then
    expire_job(queue, name, retention_ms)
    note_change(claim, group, { doneJobs = 1, expiredCount = 1, admitted = -1 })
  elseif claim.foreign and is_left(claim.foreign, group, job) then
    send_back(claim, name)
  elseif is_full(claim, group, job[1]) then
    if not claim.left[group] then wait_for_spare(queue, group, job[1]) end
    claim.left[group] = true
    send_back(claim, name)
    wake(queue.prefix .. 'wake:worker') -- another instance may run more of the type
  elseif may_start(claim.limits, group, job_key) then
    start_job(claim, name, group, job)
  else
    send_back(claim, name)
  end
  return is_last
end

local function take_all(claim)
  claim.changes, claim.limits = new_changes(), open_limits(queue, terms.window)
  claim.foreign = open_foreign(queue, terms.foreign)
  local part = next_part(claim)
  while #part > 0 do
    for at, name in ipairs(part) do
      if take_job(claim, name, at) then break end
    end
    part = next_part(claim)
  end
  local reply = close_claim(claim)
  apply_changes(queue, claim.changes)
  save_limits(claim.limits)
  reply[4] = math.min(reply[4], claim.limits.closes - queue.now)
  return reply
end

-- why a function: a script may have 200 names outside of functions
local function serve()
  local tuned = read_state(queue, state, terms.sending_window)
  if tuned.closed_ms then return { queue.now, -1, tuned.closed_ms, 0, '' } end
  queue.pace = open_pace(pace)
  terms.spare, terms.window = open_spare(terms.foreign), open_window(queue, rate, tuned.global_rps)
  terms.max_concurrency, terms.closes = tuned.max_concurrency or terms.max_concurrency, tuned.closes
  terms.tokens = open_limit(terms.window, terms.window.per_window, queue.pace.windows)
  local claim, reply = open_claim(queue, queue.pace, terms)
  if claim then reply = take_all(claim) end
  close_pace(queue.pace)
  return reply
end

return serve()
