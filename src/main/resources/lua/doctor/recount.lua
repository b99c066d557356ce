#!lua flags=allow-oom
--[[
  Sets the counters of a group to what was counted, unless one of its jobs has moved since. The outcomes stay as they are;
  the total becomes what is really there, so that the run can end.

  KEYS   1 meta HASH group:<g>:meta
  ARGV   1 prefix    2 group    3 fingerprint of its counters when it was counted    4 admitted    5 running    6 non_ready
         7 order (lib/fair)    8 now ms, '' = Redis TIME
  RETURNS 1 answer recounted|changed
]]
local meta = KEYS[1]
local group, fingerprint = ARGV[2], ARGV[3]
local admitted, running, non_ready = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[7]), now = clock(ARGV[8]) }
-- include group_changes
-- include group_books

local b = open_books(queue, group)
if b.mark ~= fingerprint or not b.status then return { 'changed' } end
local done = b.successCount + b.failedCount + b.cancelledCount + b.resolvedCount + b.expiredCount
local unfinished = b.pending + admitted + non_ready + b.later
redis.call('HSET', meta, 'doneJobs', done, 'totalJobs', done + unfinished, 'admitted', admitted, 'running', running,
  'nonReady', non_ready, 'returned', b.back, 'scheduled', b.later)
if b.later ~= b.scheduled then redis.call('HINCRBY', queue.prefix .. 'stats', 'scheduled', b.later - b.scheduled) end
apply_change(queue, group, {})
return { 'recounted' }
