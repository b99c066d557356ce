#!lua flags=allow-oom
--[[
  Repairs one job: keeps it in one place, or in none, and takes it out of all others, but only if it is still exactly
  where it was found. The counters of its group are left to a recount.

  KEYS   1 ready LIST ready-queue    2 ready_front ZSET ready-front    3 non_ready ZSET non-ready-queue
         4 in_flight ZSET in-flight    5 wake_fetcher LIST wake:fetcher    6 wake_dispatcher LIST wake:dispatcher
  ARGV   1 prefix    2 name    3 group whose list is said to hold it or ''    4 expected facts    5 keep jobs|returned|
         scheduled|ready|non_ready|in_flight|dead|none    6 retention_ms of a finished job    7 searched: what a search of its group's
         list found (lib/positions)    8 searched_foreign: what a search of the other group's list found    9 order (lib/fair)
         10 now ms, '' = Redis TIME
  RETURNS 1 answer mended|changed
]]
local ready, ready_front, non_ready, in_flight = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local wake_fetcher, wake_dispatcher = KEYS[5], KEYS[6]
local name, hint, expected, keep, retention_ms = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local searched, searched_foreign = ARGV[7], ARGV[8]
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[9]), now = clock(ARGV[10]) }
-- include wake
-- include dead_letter
-- include flight
-- include job_places
-- include scheduled
-- include seat

local prefix, now = queue.prefix, queue.now
local p = places_of(queue, ready, name, { hint = hint, own = searched, foreign = searched_foreign, quick = false })
if table.concat(facts_of(p), ' ') ~= expected then return { 'changed' } end
local key, lists = prefix .. 'job:' .. name, prefix .. 'group:' .. p.group

local function only_in_list(list, times, wanted)
  if times == (wanted and 1 or 0) then return end
  redis.call('LREM', list, 0, name)
  if wanted then redis.call('LPUSH', list, name) end
end
-- why marked first: LREM finds entries by value only, and is faster from the nearer end
local function remove_positions(list, positions, first)
  local length = redis.call('LLEN', list)
  for i = first, #positions do redis.call('LSET', list, positions[i], '') end
  for i = first, #positions do redis.call('LREM', list, positions[i] < length / 2 and 1 or -1, '') end
end
local function only_in_set(set, is_in, wanted)
  if is_in == 1 and not wanted then redis.call('ZREM', set, name) end
  if is_in == 0 and wanted then redis.call('ZADD', set, now, name) end
end

if p.foreign > 0 then
  remove_positions(prefix .. 'group:' .. hint .. ':jobs', p.foreign_positions, 1)
  redis.call('ZREM', prefix .. 'group:' .. hint .. ':returned', name)
  redis.call('ZREM', prefix .. 'group:' .. hint .. ':scheduled', name)
  index_scheduled(queue, hint)
end
only_in_list(ready, p.ready - p.front, keep == 'ready' and p.front == 0)
if keep ~= 'ready' then redis.call('ZREM', ready_front, name) end
remove_positions(lists .. ':jobs', p.positions, keep == 'jobs' and 2 or 1) -- the one at the front stays
if keep == 'jobs' and p.jobs == 0 then redis.call('LPUSH', lists .. ':jobs', name) end
only_in_set(non_ready, p.non_ready, keep == 'non_ready')
only_in_set(in_flight, p.in_flight, keep == 'in_flight') -- with a lease that ends now: the recoverer does the rest
if p.claimed == 1 and keep ~= 'in_flight' then
  redis.call('HDEL', prefix .. 'claims', name)
  forget_marks(queue, { name })
end
if p.claimed == 0 and keep == 'in_flight' then
  redis.call('HSET', prefix .. 'claims', name, p.attempts + 1 .. ' ' .. now .. ' nobody.0 0 0')
end
only_in_set(lists .. ':returned', p.returned, keep == 'returned')
if keep == 'scheduled' and redis.call('ZADD', schedule_key(queue, p.group), 'NX', p.run_at, name) == 1
  or keep ~= 'scheduled' and redis.call('ZREM', schedule_key(queue, p.group), name) == 1 then
  index_scheduled(queue, p.group)
end
remove_dead_letters(queue, { { name = name, group = p.group, code = p.code, processor = p.processor } })
if keep == 'dead' then add_dead_letter(queue, name, p, p.finished_at or now) end

if keep == 'none' then
  if p.status ~= 'NONE' and p.expires == 0 then redis.call('PEXPIRE', key, retention_ms) end
  return { 'mended' }
end
if p.expires == 1 then redis.call('PERSIST', key) end
if keep == 'jobs' or keep == 'returned' then
  redis.call('HSET', key, 'status', 'PENDING')
  -- why: a job of a group that is not served would never run
  if not redis.call('HGET', lists .. ':meta', 'parked') then take_seat(queue, p.group) end
  wake(wake_fetcher)
elseif keep == 'scheduled' then
  redis.call('HSET', key, 'status', 'PENDING')
elseif keep == 'non_ready' then
  redis.call('HSET', key, 'status', 'WAITING', 'waitReason', 'RETRY')
end
wake(wake_dispatcher)
return { 'mended' }
