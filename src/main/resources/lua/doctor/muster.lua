#!lua flags=allow-oom
--[[
  Looks at some of the jobs in one place and checks whether each belongs there. Lists are walked from end to front, because
  jobs are taken from the front meanwhile.

  KEYS   1 place LIST|ZSET group:<g>:jobs|group:<g>:returned|group:<g>:scheduled|ready-queue|ready-front|non-ready-queue|in-flight|
         dead-letter-queue|dead-letters:<filter>:<value>
  ARGV   1 prefix    2 kind jobs|returned|scheduled|ready|ready_front|non_ready|in_flight|dead|listed    3 value: the group of jobs, the value
         of a further dead-letter list    4 field of a further dead-letter list: errorCode|processorType, '' = that of a group
         5 cursor, '' = start    6 count int > 0    7 fix 1|0, remove what does not belong into a further dead-letter list
  RETURNS 1 cursor of the next page, '' = none    2 suspects, a list of names    then for each job: name, group, status; of a
         further dead-letter list only the suspects
]]
local place = KEYS[1]
local queue, kind, value, field = { prefix = ARGV[1] }, ARGV[2], ARGV[3], ARGV[4]
local cursor, count, fix = ARGV[5], tonumber(ARGV[6]), ARGV[7] == '1'
-- include claim_entry
-- include job_name

local AGREES = { jobs = { PENDING = true }, returned = { PENDING = true, READY = true },
  scheduled = { PENDING = true },
  ready = { PENDING = true, READY = true }, ready_front = { READY = true }, non_ready = { WAITING = true },
  in_flight = { PENDING = true, READY = true }, dead = { FAILED = true }, listed = { FAILED = true } }
local IS_LIST = { jobs = true, ready = true }

local function next_page()
  if IS_LIST[kind] then
    local last = math.min(tonumber(cursor) or math.huge, redis.call('LLEN', place) - 1)
    if last < 0 then return {}, '' end
    local first = math.max(0, last - count + 1)
    return redis.call('LRANGE', place, first, last), first > 0 and tostring(first - 1) or ''
  end
  local page, names = redis.call('ZSCAN', place, cursor == '' and '0' or cursor, 'COUNT', count), {}
  for i = 1, #page[2], 2 do names[#names + 1] = page[2][i] end
  return names, page[1] == '0' and '' or page[1]
end

local names, after = next_page()
local suspects, members = {}, {}
for _, name in ipairs(names) do
  local job = redis.call('HMGET', queue.prefix .. 'job:' .. name, 'status', field)
  local group = group_of(name)
  local claim, ended = claim_of(queue, name)
  if job[1] and ended then job[1] = 'COMPLETED' end
  local agrees = job[1] and AGREES[kind][job[1]]
  if kind == 'jobs' or kind == 'returned' or kind == 'scheduled' then agrees = agrees and group == value end
  if kind == 'in_flight' then agrees = agrees and claim end
  if kind == 'listed' then agrees = agrees and (field == '' and group or job[2] or '') == value end
  if not agrees then
    suspects[#suspects + 1] = name
    if kind == 'listed' and fix then redis.call('ZREM', place, name) end
  end
  if kind ~= 'listed' then
    members[#members + 1], members[#members + 2], members[#members + 3] = name, job[1] and group or '', job[1] or 'NONE'
  end
end
local reply = { after, suspects }
for _, member in ipairs(members) do reply[#reply + 1] = member end
return reply
