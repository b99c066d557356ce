#!lua flags=no-writes
--[[
  Shows how far groups are: all counts of a group at one moment, so that they add up to its total.

  KEYS   1 state HASH state    2 pace HASH pace
  ARGV   1 prefix    2 now ms, '' = Redis TIME    then for each group: group
  RETURNS 1 now    2 paused 1|0    3 ended, jobs of the queue in the last seconds (lib/recent)    then for each group: pending,
         status, run, endings, level, sealed, outcome, total_jobs, done_jobs, success_count, failed_count, cancelled_count,
         resolved_count, admitted, running, non_ready, created_at, started_at, finished_at, recent, callback, cancel_reason,
         cancel_at, start_at, paused_at, pause_reason, paused_by, owner, labels, scheduled, after, expired_count,
         sending_window, opening; pending is what its two lists hold, opening when and where its sending window opens, '' while it
         is open (lib/opening), the others are fields of its meta, all nil for an unknown group
]]
local state, pace = KEYS[1], KEYS[2]
local FIRST_GROUP = 3
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[2]) }
-- include opening
local FIELDS = { 'status', 'run', 'endings', 'level', 'sealed', 'outcome', 'totalJobs', 'doneJobs', 'successCount',
  'failedCount', 'cancelledCount', 'resolvedCount', 'admitted', 'running', 'nonReady', 'createdAt', 'startedAt',
  'finishedAt', 'recent', 'callback', 'cancelReason', 'cancelAt', 'startAt', 'pausedAt', 'pauseReason', 'pausedBy',
  'owner', 'labels', 'scheduled', 'after', 'expiredCount', 'sendingWindow' }

local reply = { queue.now, redis.call('HGET', state, 'paused') == '1' and 1 or 0, redis.call('HGET', pace, 'ended') or '' }
for i = FIRST_GROUP, #ARGV do
  local key = queue.prefix .. 'group:' .. ARGV[i]
  reply[#reply + 1] = redis.call('LLEN', key .. ':jobs') + redis.call('ZCARD', key .. ':returned')
  local meta = redis.call('HMGET', key .. ':meta', unpack(FIELDS))
  for _, value in ipairs(meta) do reply[#reply + 1] = value end
  reply[#reply + 1] = opening_of(queue, meta[#FIELDS])
end
return reply
