#!lua flags=no-writes
--[[
  Lists dead letters that fit a filter and failed up to a given time, oldest first: one step of an action on all of them.
  The action removes them from the list, so the next step begins at this offset plus what was looked at and not removed.

  KEYS   1 dead_letters ZSET dead-letter-queue
  ARGV   1 prefix    2 group, '' = any    3 code, '' = any    4 processor, '' = any    5 until ms, '' = now
         6 offset    7 limit of what is looked at, int > 0    8 now ms, '' = Redis TIME
  RETURNS 1 until    2 looked_at    3 size of the list    then for each job: name
]]
local dead_letters = KEYS[1]
local queue, filter = { prefix = ARGV[1] }, { group = ARGV[2], code = ARGV[3], processor = ARGV[4] }
local offset, limit = tonumber(ARGV[6]), tonumber(ARGV[7])
-- include clock
local until_when = tonumber(ARGV[5]) or clock(ARGV[8])
-- include filter

local lists = filtered_lists(queue, dead_letters, filter)
local looked = redis.call('ZRANGE', lists[1].key, '-inf', until_when, 'BYSCORE', 'LIMIT', offset, limit)
local reply = { until_when, #looked, lists[1].size }
local found = found_in_others(lists, looked)
for _, name in ipairs(looked) do
  if found[name] then reply[#reply + 1] = name end
end
return reply
