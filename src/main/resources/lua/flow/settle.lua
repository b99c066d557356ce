#!lua flags=allow-oom
--[[
  Ends a reservation: what was not used of it is given back. Safe to repeat.

  KEYS   1 quota HASH quota    2 reservations ZSET reservations
  ARGV   1 reservation, as flow/reserve has written it    2 jobs    3 bytes    4 groups that were added
         then for each partition: partition, totals of its book (lib/account)
  RETURNS 1 settled 1|0
]]
local quota, reservations = KEYS[1], KEYS[2]
local reservation, used, FIRST_PARTITION = ARGV[1], { tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]) }, 5
-- include quota

for i = FIRST_PARTITION, #ARGV, 2 do see(quota, ARGV[i], ARGV[i + 1]) end
if redis.call('ZREM', reservations, reservation) == 0 then return { 0 } end
local at = 0
for number in string.gmatch(string.match(reservation, ' .*'), '%d+') do
  at = at + 1
  if used[at] ~= tonumber(number) then redis.call('HINCRBY', quota, KINDS[at], used[at] - tonumber(number)) end
end
return { 1 }
