#!lua flags=no-writes
--[[
  Counts the dead letters of each error code. The codes are those of the newest dead letters, so that a call costs the
  same however many there are; each comes with the number of all its dead letters and with the newest of them.

  KEYS   1 dead_letters ZSET dead-letter-queue
  ARGV   1 prefix    2 max_looked int > 0
  RETURNS 1 total    2 exact 1|0, 0 = older dead letters may have codes that are not listed    then for each code: code,
         count, name, failed_at, error
]]
local dead_letters = KEYS[1]
local queue, max_looked = { prefix = ARGV[1] }, tonumber(ARGV[2])

local total = redis.call('ZCARD', dead_letters)
local reply, listed = { total, total > max_looked and 0 or 1 }, {}
local newest = redis.call('ZRANGE', dead_letters, 0, max_looked - 1, 'REV', 'WITHSCORES')
for i = 1, #newest, 2 do
  local job = redis.call('HMGET', queue.prefix .. 'job:' .. newest[i], 'errorCode', 'error')
  local code = job[1] or ''
  if not listed[code] then
    listed[code] = true
    reply[#reply + 1] = code
    reply[#reply + 1] = redis.call('ZCARD', queue.prefix .. 'dead-letters:code:' .. code)
    reply[#reply + 1], reply[#reply + 2], reply[#reply + 3] = newest[i], newest[i + 1], job[2] or ''
  end
end
return reply
