#!lua flags=allow-oom
--[[
  Lets a group go on that waited for the runs of others, unless something else holds it (lib/hold) or it was told to wait for
  others meanwhile. Once only: what it waited for is gone then.

  KEYS   1 meta HASH group:<g>:meta    2 after_groups ZSET after-groups    3 wake_fetcher LIST wake:fetcher
         4 wake_dispatcher LIST wake:dispatcher
  ARGV   1 prefix    2 group    3 after, what the caller has seen to be over    4 order (lib/fair)    5 now ms, '' = Redis TIME
  RETURNS 1 proceeded 1|0
]]
local meta, after_groups, wake_fetcher, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local group, after = ARGV[2], ARGV[3]
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[4]), now = clock(ARGV[5]) }
-- include seat
-- include wake

if redis.call('HGET', meta, 'after') ~= after then return { 0 } end
redis.call('HDEL', meta, 'after')
redis.call('ZREM', after_groups, group)
if redis.call('HGET', meta, 'parked') == 'held' then
  if not take_seat(queue, group) then
    wake(wake_fetcher)
  end
  wake(wake_dispatcher)
end
return { 1 }
