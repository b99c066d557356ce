#!lua flags=allow-oom
--[[
  Seals a run: it gets no more jobs, so it ends with the last of them, or now if all are done.

  KEYS   1 meta HASH group:<g>:meta    2 unsealed ZSET unsealed-groups
  ARGV   1 prefix    2 group    3 order (lib/fair)    4 now ms, '' = Redis TIME
  RETURNS 1 answer sealed|finished (it had ended before)|missing
]]
local meta, unsealed = KEYS[1], KEYS[2]
local group = ARGV[2]
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[3]), now = clock(ARGV[4]) }
-- include group_changes
-- include status

local status = redis.call('HGET', meta, 'status')
if not status then return { 'missing' } end
redis.call('HSET', meta, 'sealed', '1') -- also what has ended: replicas confirm what the caller's connection has written
if has_ended(status) then return { 'finished' } end
redis.call('ZREM', unsealed, group)
apply_change(queue, group, {})
return { 'sealed' }
