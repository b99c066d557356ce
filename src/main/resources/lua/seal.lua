#!lua flags=allow-oom
--[[
  Seals a run: no more jobs are to come, so it ends with the last of them, or now when all are done.

  KEYS   1 meta HASH of the group    2 unsealed ZSET
  ARGV   1 prefix    2 group    3 order (lib/fair)    4 now ms, '' = Redis TIME
  RETURNS {word, ended 1|0}; word is sealed, finished (it had ended before) or missing
]]
local meta, unsealed = KEYS[1], KEYS[2]
local prefix, group = ARGV[1], ARGV[2]
-- include fair
local order = fair_order(ARGV[3])
-- include clock
local now = clock(ARGV[4])
-- include wake
-- include park
-- include status
-- include settle

local status = redis.call('HGET', meta, 'status')
if not status then return { 'missing', 0 } end
if status == 'AGGREGATING' or status == 'COMPLETED' or status == 'FAILED' or status == 'CANCELLED' then
  return { 'finished', 0 }
end
redis.call('HSET', meta, 'sealed', '1')
redis.call('ZREM', unsealed, group)
return { 'sealed', settle(prefix, group, {}, order, now) and 1 or 0 }
