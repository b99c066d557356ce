#!lua flags=no-writes
--[[
  Shows the next picks of the fair queue in order, as if there were tokens for all of them. Changes nothing.

  KEYS   1 high ZSET    2 normal ZSET    3 low ZSET    4 active SET    5 pace HASH
  ARGV   1 prefix    2 limit int > 0    3 max_per_group, 0 = none    4 ordered 1|0    5 alpha    6 max_boost
         7 now ms, '' = Redis TIME
  RETURNS {group, job id, group, job id, ...}
]]
local high, normal, low, active, pace = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local prefix, limit, max_per_group, ordered = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4] == '1'
local order, PLENTY = { alpha = tonumber(ARGV[5]), max_boost = tonumber(ARGV[6]) }, 1e12
-- include clock
local now = clock(ARGV[7])
-- include fair
-- include window
-- include heap
-- include pick

local reply = {}
pick(prefix, { high, normal, low }, open_window(prefix, active, PLENTY, 1000, now),
  { per_group = max_per_group, ordered = ordered }, order, { jobs = limit, visits = limit + 500 },
  next_serve(pace, now), now,
  function(group)
    local staged = group.unstaged == group.picks
    local list = prefix .. 'group:' .. group.id .. (staged and ':staged' or ':jobs')
    reply[#reply + 1] = group.id
    reply[#reply + 1] = redis.call('LINDEX', list, staged and group.picks - 1 or group.picks - group.unstaged - 1)
  end,
  function() end)
return reply
