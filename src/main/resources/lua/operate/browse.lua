#!lua flags=no-writes
--[[
  Shows a page of the dead letters that fit a filter, newest first. For one filter or none there is a list from which the
  page and the total come; for several, at most max_looked entries of the shortest list are checked.

  KEYS   1 dead_letters ZSET dead-letter-queue
  ARGV   1 prefix    2 group, '' = any    3 code, '' = any    4 processor, '' = any    5 offset    6 limit int > 0
         7 max_looked int > 0    8 max_payload bytes, a longer one is left out, with 0 each
  RETURNS 1 total    2 exact 1|0, 0 = there may be more than the total    then for each job: name, failed_at,
         processor, code, error, attempts, created_at, payload, payload_bytes; the payload is '' if it is left out
]]
local dead_letters = KEYS[1]
local queue, filter = { prefix = ARGV[1] }, { group = ARGV[2], code = ARGV[3], processor = ARGV[4] }
local offset, limit, max_looked, max_payload = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
-- include filter

local lists = filtered_lists(queue, dead_letters, filter)
local total, exact, page = lists[1].size, 1, {}
if #lists == 1 then
  page = redis.call('ZRANGE', lists[1].key, offset, offset + limit - 1, 'REV', 'WITHSCORES')
else
  total = 0
  local looked = redis.call('ZRANGE', lists[1].key, 0, max_looked - 1, 'REV')
  local found = found_in_others(lists, looked)
  exact = lists[1].size > max_looked and 0 or 1
  for _, name in ipairs(looked) do
    if found[name] then
      total = total + 1
      if total > offset and total <= offset + limit then
        page[#page + 1], page[#page + 2] = name, redis.call('ZSCORE', lists[1].key, name)
      end
    end
  end
end

local reply = { total, exact }
for i = 1, #page, 2 do
  local key = queue.prefix .. 'job:' .. page[i]
  local job = redis.call('HMGET', key, 'processorType', 'errorCode', 'error', 'attempts', 'createdAt')
  local size = max_payload > 0 and redis.call('HSTRLEN', key, 'payload') or 0
  if job[1] then -- else it was removed by hand; the doctor reports that
    reply[#reply + 1], reply[#reply + 2] = page[i], page[i + 1]
    for field = 1, 5 do reply[#reply + 1] = job[field] or '' end
    reply[#reply + 1] = max_payload > 0 and size <= max_payload and redis.call('HGET', key, 'payload') or ''
    reply[#reply + 1] = size
  end
end
return reply
