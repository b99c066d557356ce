#!lua flags=allow-oom
--[[
  Takes what is due from a set ordered by due time, for this caller alone. Each entry is due again after a lease, so if the
  caller dies before it has removed an entry, another caller takes it. Entries that this caller could not handle are put
  off first.

  KEYS   1 due ZSET aggregating-groups|events|callbacks
  ARGV   1 limit int >= 0    2 lease_ms    3 now ms, '' = Redis TIME    then for each entry: entry, delay_ms
  RETURNS 1 now    then for each entry: entry; the longest due first
]]
local due = KEYS[1]
local limit, lease_ms, FIRST_ENTRY = tonumber(ARGV[1]), tonumber(ARGV[2]), 4
-- include clock
local now = clock(ARGV[3])

for i = FIRST_ENTRY, #ARGV, 2 do redis.call('ZADD', due, 'XX', now + tonumber(ARGV[i + 1]), ARGV[i]) end
local reply = { now }
local taken = limit > 0 and redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, limit) or {}
local leased = {}
for i, entry in ipairs(taken) do
  leased[2 * i - 1], leased[2 * i] = now + lease_ms, entry
  reply[i + 1] = entry
end
if #taken > 0 then redis.call('ZADD', due, unpack(leased)) end
return reply
