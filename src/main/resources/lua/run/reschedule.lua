#!lua flags=allow-oom
--[[
  Gives the open run of a group another time before which nothing of it starts, or none. What runs continues to its end.

  KEYS   1 meta HASH group:<g>:meta    2 wake_fetcher LIST wake:fetcher    3 wake_dispatcher LIST wake:dispatcher
  ARGV   1 prefix    2 group    3 wanted ms, '' or a time that is over = at once    4 order (lib/fair)
         5 now ms, '' = Redis TIME
  RETURNS 1 answer changed|unchanged|ended (its run, or it is being cancelled)|missing    2 starts_at ms, 0 = at once
]]
local meta, wake_fetcher, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3]
local group, wanted = ARGV[2], ARGV[3]
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[4]), now = clock(ARGV[5]) }
-- include seat
-- include status
-- include wake

local known = redis.call('HMGET', meta, 'status', 'startAt', 'parked')
if not known[1] then return { 'missing', 0 } end
if has_ended(known[1]) or known[1] == 'CANCELLING' then return { 'ended', 0 } end
local function ahead(at) return at > queue.now and at or 0 end
local start_at = ahead(tonumber(wanted) or 0)
if ahead(number_of(known[2])) == start_at then return { 'unchanged', start_at } end

if start_at > 0 then redis.call('HSET', meta, 'startAt', start_at) else redis.call('HDEL', meta, 'startAt') end
-- why asked: a group that is neither held nor to be held may have nothing to be served
if (start_at > 0 or known[3] == 'held') and not take_seat(queue, group) then wake(wake_fetcher) end
wake(wake_dispatcher)
return { 'changed', start_at }
