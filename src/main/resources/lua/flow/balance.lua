#!lua flags=allow-oom
--[[
  Sets what an account was granted to what the books of its partitions say was added. That is true only while nobody adds
  anything: nothing is reserved, and nothing was since the books were read. Otherwise new reservations wait for a moment, so that
  this comes to an end. Reservations whose lease is over are forgotten: nothing can be added with them any more. If the clock went
  back, those made before that have as long as if they were made now.

  KEYS   1 quota HASH quota    2 reservations ZSET reservations
  ARGV   1 made, reservations ever made before the books were read    2 hold_ms    3 lease_ms    4 now ms, '' = Redis TIME
         then for each partition: partition, totals of its book (lib/account)
  RETURNS 1 answer balanced|busy    2 corrected, jobs by which granted was wrong
]]
local quota, reservations = KEYS[1], KEYS[2]
local made, hold_ms, lease_ms, FIRST_PARTITION = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), 5
-- include clock
local now = clock(ARGV[4])
-- include fair
-- include quota

for _, made_later in ipairs(redis.call('ZRANGEBYSCORE', reservations, '(' .. now + lease_ms, '+inf', 'LIMIT', 0, 100)) do
  redis.call('ZADD', reservations, 'XX', now + lease_ms, made_later)
end
if redis.call('ZCOUNT', reservations, '(' .. now, '+inf') > 0 or (redis.call('HGET', quota, 'made') or '0') ~= made then
  redis.call('HSET', quota, 'hold', now + hold_ms)
  return { 'busy', 0 }
end
for i = FIRST_PARTITION, #ARGV, 2 do see(quota, ARGV[i], ARGV[i + 1]) end
local sum = { 0, 0, 0, 0, 0, 0 }
local fields = redis.call('HGETALL', quota)
for i = 1, #fields, 2 do
  if string.sub(fields[i], 1, 5) == 'seen:' then
    for n, total in ipairs(totals_of(fields[i + 1])) do sum[n] = sum[n] + total end
  end
end
local before = number_of(redis.call('HGET', quota, 'jobs'))
for i, kind in ipairs(KINDS) do redis.call('HSET', quota, kind, exact(sum[i]), ENDED[i], exact(sum[i + 3])) end
redis.call('HDEL', quota, 'hold')
redis.call('DEL', reservations)
return { 'balanced', exact(sum[1] - before) }
