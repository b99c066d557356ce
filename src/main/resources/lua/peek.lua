#!lua flags=no-writes
--[[
  Shows the next picks of the fair queue in order, as if there were tokens for all of them: groups that are parked only
  until the next window take part. Changes nothing.

  KEYS   1 high ZSET    2 normal ZSET    3 low ZSET    4 parked ZSET    5 pace HASH
  ARGV   1 prefix    2 limit int > 0    3 max_per_group, 0 = none    4 ordered 1|0    5 order (lib/fair)
         6 now ms, '' = Redis TIME
  RETURNS {group, job id, group, job id, ...}
]]
local high, normal, low, parked, pace = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local prefix, limit, max_per_group, ordered = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4] == '1'
local PLENTY = 1e12
-- include fair
local order = fair_order(ARGV[5])
-- include clock
local now = clock(ARGV[6])
-- include window
-- include heap
-- include level
-- include pick
-- include park

local window = { id = -2, ms = PLENTY, ends = PLENTY, left = PLENTY, share = PLENTY, extra = 0, taken = 0 }
local caps = { per_group = max_per_group, ordered = ordered }
local levels = { { key = high, parked = {} }, { key = normal, parked = {} }, { key = low, parked = {} } }
local by_name = { high = levels[1], normal = levels[2], low = levels[3] }
for _, id in ipairs(redis.call('ZRANGE', parked, 0, limit + 499)) do
  local name, score = waiting_score(prefix, id, order)
  local level = by_name[name]
  if level then table.insert(level.parked, load_group(prefix, id, score, level.key, window, caps, order)) end
end

local reply = {}
pick(prefix, levels, window, caps, order, { jobs = limit, groups = limit + 500 }, next_serve(pace, now), now,
  function(group, count)
    for n = group.picks - count, group.picks - 1 do
      local staged = n < group.unstaged
      reply[#reply + 1] = group.id
      reply[#reply + 1] = redis.call('LINDEX', prefix .. 'group:' .. group.id .. (staged and ':staged' or ':jobs'),
        staged and n or n - group.unstaged)
    end
  end,
  function() end)
return reply
