#!lua flags=allow-oom
--[[
  Adds what one instance has run in the last moments to the chart of the queue: how many jobs of which groups ended in a slot of
  time. A slot keeps the groups with the most; the others are what its total leaves. Old slots are removed, so the chart has a
  size that does not grow.

  KEYS   1 chart HASH chart
  ARGV   1 slot_ms    2 max_slots    3 max_groups of a slot    4 total, jobs of all groups    5 now ms, '' = Redis TIME
         then for each group: group, jobs
  RETURNS 1 kept, groups that the slot names
]]
local chart = KEYS[1]
local slot_ms, max_slots, max_groups, total = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local FIRST_GROUP, WIDTH = 6, 2
-- include clock
local slot = math.floor(clock(ARGV[5]) / slot_ms)

local jobs, groups = {}, {}
local function add(group, count)
  if not jobs[group] then groups[#groups + 1] = group end
  jobs[group] = (jobs[group] or 0) + tonumber(count)
end
local known, named = string.match(redis.call('HGET', chart, slot) or '0', '^(%d+)(.*)$')
for group, count in string.gmatch(named, ' (%S+) (%d+)') do add(group, count) end
for i = FIRST_GROUP, #ARGV, WIDTH do add(ARGV[i], ARGV[i + 1]) end
table.sort(groups, function(a, b) return jobs[a] > jobs[b] or (jobs[a] == jobs[b] and a < b) end)
local text = string.format('%d', known + total)
for i = 1, math.min(max_groups, #groups) do text = text .. ' ' .. groups[i] .. ' ' .. string.format('%d', jobs[groups[i]]) end
if redis.call('HSET', chart, slot, text) == 1 and redis.call('HLEN', chart) > max_slots then
  for _, each in ipairs(redis.call('HKEYS', chart)) do
    -- why also those ahead: the clock went back
    if tonumber(each) <= slot - max_slots or tonumber(each) > slot then redis.call('HDEL', chart, each) end
  end
end
return { math.min(max_groups, #groups) }
