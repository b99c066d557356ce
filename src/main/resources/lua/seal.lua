#!lua flags=allow-oom
--[[
  Seals a run: no more jobs are to come, so it ends with the last of them, or now when all are done.

  KEYS   1 active SET
  ARGV   1 prefix    2 group    3 alpha    4 max_boost    5 now ms, '' = Redis TIME
  RETURNS {word, ended 1|0}; word is sealed, finished or missing
]]
local active = KEYS[1]
local prefix, group, order = ARGV[1], ARGV[2], { alpha = tonumber(ARGV[3]), max_boost = tonumber(ARGV[4]) }
-- include clock
local now = clock(ARGV[5])
-- include fair
-- include wake
-- include park
-- include settle

local key = prefix .. 'group:' .. group .. ':meta'
if redis.call('EXISTS', key) == 0 then return { 'missing', 0 } end
if redis.call('SISMEMBER', active, group) == 0 then return { 'finished', 0 } end
redis.call('HSET', key, 'sealed', '1')
return { 'sealed', settle(prefix, group, {}, order, now) and 1 or 0 }
