#!lua flags=allow-oom
--[[
  Takes what is due from a set ordered by due time, for this caller alone. Each entry is due again after a lease, so if the
  caller dies before it has removed an entry, another caller takes it. Entries that this caller could not handle are put
  off first.

  KEYS   1 due ZSET aggregating-groups|events|callbacks|after-groups
  ARGV   1 limit int >= 0    2 lease_ms    3 longest_ms that an entry is ever put off or leased
         4 now ms, '' = Redis TIME    then for each entry: entry, delay_ms
  RETURNS 1 now    then for each entry: entry; the longest due first
]]
local due = KEYS[1]
local limit, lease_ms, longest_ms, FIRST_ENTRY = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), 5
-- include clock
local now = clock(ARGV[4])

for i = FIRST_ENTRY, #ARGV, 2 do redis.call('ZADD', due, 'XX', now + tonumber(ARGV[i + 1]), ARGV[i]) end
local reply = { now }
local taken = limit > 0 and redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, limit) or {}
if #taken < limit then
  -- why: what is due later than this was put there before the clock went back
  local stray = redis.call('ZRANGEBYSCORE', due, '(' .. now + longest_ms, '+inf', 'LIMIT', 0, limit - #taken)
  for _, entry in ipairs(stray) do taken[#taken + 1] = entry end
end
local leased = {}
for i, entry in ipairs(taken) do
  leased[2 * i - 1], leased[2 * i] = now + lease_ms, entry
  reply[i + 1] = entry
end
if #taken > 0 then redis.call('ZADD', due, unpack(leased)) end
return reply
