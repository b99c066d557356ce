#!lua flags=allow-oom
--[[
  Pauses the run of a group: none of its jobs is fetched or claimed any more; what runs continues to its end. The pause lasts
  until a person resumes the group, or until its next run.

  KEYS   1 meta HASH group:<g>:meta
  ARGV   1 prefix    2 group    3 reason    4 by whom    5 order (lib/fair)    6 now ms, '' = Redis TIME
  RETURNS 1 answer paused|unchanged|ended (its run, or it is being cancelled)|missing    2 paused_at    3 reason    4 by; if
         the group was already paused, those of that pause
]]
local meta = KEYS[1]
local group, reason, by = ARGV[2], ARGV[3], ARGV[4]
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[5]), now = clock(ARGV[6]) }
-- include seat
-- include status

local known = redis.call('HMGET', meta, 'status', 'pausedAt')
if not known[1] then return { 'missing', '0', '', '' } end
if has_ended(known[1]) or known[1] == 'CANCELLING' then return { 'ended', '0', '', '' } end
if not known[2] then
  redis.call('HSET', meta, 'pausedAt', queue.now, 'pauseReason', reason, 'pausedBy', by)
  take_seat(queue, group)
end
local pause = redis.call('HMGET', meta, 'pausedAt', 'pauseReason', 'pausedBy')
return { known[2] and 'unchanged' or 'paused', pause[1], pause[2], pause[3] }
