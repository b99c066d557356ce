#!lua flags=allow-oom
--[[
  Gives one scheduled job another time, or lets it start at once. Once its time has come and it waits for its turn like any
  other, this does nothing.

  KEYS   1 job HASH job:<job>    2 wake_dispatcher LIST wake:dispatcher
  ARGV   1 prefix    2 name    3 wanted ms, '' or a time that is over = at once    4 now ms, '' = Redis TIME
  RETURNS 1 answer changed|unchanged|due (it is not scheduled any more)|ended (the run of its group is being
         cancelled)|missing    2 starts_at ms, 0 = at once
]]
local job, wake_dispatcher = KEYS[1], KEYS[2]
local name, wanted = ARGV[2], ARGV[3]
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[4]) }
-- include cancel
-- include fair
-- include job_name
-- include scheduled
-- include wake

if redis.call('EXISTS', job) == 0 then return { 'missing', 0 } end
local group = group_of(name)
if is_cancelling(queue, group) then return { 'ended', 0 } end
local before = tonumber(redis.call('ZSCORE', schedule_key(queue, group), name) or '')
if not before then return { 'due', 0 } end
local run_at = math.max(tonumber(wanted) or 0, queue.now)
local answer = run_at > queue.now and run_at or 0
if before == run_at or (answer == 0 and before <= queue.now) then return { 'unchanged', answer } end

redis.call('ZADD', schedule_key(queue, group), 'XX', exact(run_at), name)
redis.call('HSET', job, 'runAt', exact(run_at))
index_scheduled(queue, group)
wake(wake_dispatcher)
return { 'changed', answer }
