#!lua flags=allow-oom
--[[
  Writes when a sending window is open (lib/sending) into a partition. Scripts look there for each job that is about to start, so
  nothing starts outside. Those that were held until another opening look again, a few with each call, whoever makes it; a queue
  does so by itself.

  KEYS   1 windows HASH sending-windows    2 changed HASH sending-changed    3 limited SET limited-groups
         4 wake_fetcher LIST wake:fetcher    5 wake_worker LIST wake:worker    6 wake_dispatcher LIST wake:dispatcher
  ARGV   1 prefix    2 name    3 schedule as lib/sending reads it, '' = there is no such window any more    4 limit of groups and
         tenants that are looked at, int > 0    5 order (lib/fair)    6 now ms, '' = Redis TIME
  RETURNS 1 changed 1|0    2 left 1|0, more have to look again
]]
local windows, changed, limited, wake_fetcher, wake_worker, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local name, schedule, limit = ARGV[2], ARGV[3], ARGV[4]
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[5]), now = clock(ARGV[6]) }
-- include seat
-- include sending
-- include tenant
-- include wake

local before = redis.call('HGET', windows, name) or ''
if schedule ~= before then
  local old, is_same = sending_of(queue, name), string.match(before, '^%S+') == string.match(schedule, '^%S+')
  if schedule == '' then redis.call('HDEL', windows, name) else redis.call('HSET', windows, name, schedule) end
  queue.sending = nil
  -- why not always: a schedule that only goes on for longer changes nothing for those that know when they continue
  if not (is_same and old.opens ~= math.huge) then redis.call('HSET', changed, name, '0') end
  wake(wake_fetcher)
  wake(wake_worker)
end

local function look_again(id)
  local meta = redis.call('HMGET', meta_key(queue, id), 'parked', 'sendingWindow')
  if meta[1] ~= 'held' or meta[2] ~= name then return end
  if is_tenant(id) then unpark_tenant(queue, id) else take_seat(queue, id) end
end

local cursor = redis.call('HGET', changed, name)
if cursor then
  local page = redis.call('SSCAN', limited, cursor, 'COUNT', limit)
  for _, id in ipairs(page[2]) do look_again(id) end
  if page[1] == '0' then redis.call('HDEL', changed, name) else redis.call('HSET', changed, name, page[1]) end
  wake(wake_dispatcher)
end
return { schedule ~= before and 1 or 0, redis.call('HEXISTS', changed, name) }
