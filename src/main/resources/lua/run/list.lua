#!lua flags=no-writes
--[[
  Lists jobs of a group that have one status, a page at a time. A cursor says where the next page begins: by position in the
  group or by how many jobs of the queue had succeeded, which nothing moves, elsewhere by rank. Of what only the whole queue
  has a list, a call looks at `max_looked` entries, so a page may be short, or empty, and the next one not.

  KEYS   1 ready LIST ready-queue    2 ready_front ZSET ready-front    3 non_ready ZSET non-ready-queue
         4 in_flight ZSET in-flight    5 completed_order LIST completed-order    6 claims HASH claims    7 stats HASH stats
  ARGV   1 prefix    2 group    3 status as in JobStatus    4 cursor, '' = the first page    5 limit int > 0
         6 max_looked int >= limit    7 max_error, characters of an error message    8 results 1|0, whether to read them
  RETURNS 1 cursor of the next page, '' = there is none    then for each job: id, type, attempts, created_at, started_at, finished_at,
         until_when, code, error, result; nothing at all when there is no such group
]]
local ready, ready_front, non_ready, in_flight = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local completed_order, claims, stats = KEYS[5], KEYS[6], KEYS[7]
local group, status, cursor, limit, max_looked = ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])
local max_error, wants_results = tonumber(ARGV[7]), ARGV[8] == '1'
local queue = { prefix = ARGV[1] }
-- include job_name
-- include succeeded

local key = queue.prefix .. 'group:' .. group
local meta = redis.call('HMGET', key .. ':meta', 'status', 'createdAt', 'finishedAt', 'admitted', 'running', 'nonReady', 'successCount')
if not meta[1] then return {} end
local from, names, untils = tonumber(cursor) or 0, {}, {}

-- Keeps those entries of a list of the queue that are of the group. Returns the rank behind the last one that was looked at.
local function pick(entries, rank, is_wanted)
  for _, name in ipairs(entries) do
    if #names == limit then return rank end
    rank = rank + 1
    if group_of(name) == group and (not is_wanted or is_wanted(name)) then names[#names + 1] = name end
  end
  return rank
end

local function reversed(entries)
  local newest = {}
  for i = #entries, 1, -1 do newest[#newest + 1] = entries[i] end
  return newest
end

local function scored(set, size)
  if tonumber(size or '0') <= 0 then return '' end
  local entries, flat = {}, redis.call('ZRANGE', set, from, from + max_looked - 1, 'WITHSCORES')
  for i = 1, #flat, 2 do entries[#entries + 1], untils[flat[i]] = flat[i], flat[i + 1] end
  local rank = pick(entries, from)
  return rank < redis.call('ZCARD', set) and rank or ''
end

-- Those that came back go before the others, and the list of a group has no gaps: its positions go on from its first job's.
local function pending()
  local wanted = cursor == '' and '-inf' or string.match(cursor, '^r(.*)')
  if wanted then
    names = redis.call('ZRANGEBYSCORE', key .. ':returned', wanted, '+inf', 'LIMIT', 0, limit)
    if #names == limit then return 'r(' .. redis.call('ZSCORE', key .. ':returned', names[limit]) end
  end
  local first = redis.call('LINDEX', key .. ':jobs', 0)
  if not first then return '' end
  local head = tonumber(redis.call('HGET', queue.prefix .. 'job:' .. first, 'position') or '0')
  local start = math.max(0, (tonumber(cursor) or 0) - head)
  local more = redis.call('LRANGE', key .. ':jobs', start, start + limit - #names - 1)
  for _, name in ipairs(more) do names[#names + 1] = name end
  return start + #more < redis.call('LLEN', key .. ':jobs') and string.format('%.0f', head + start + #more) or ''
end

local function of_ready()
  if tonumber(meta[4] or '0') - tonumber(meta[5] or '0') <= 0 then return '' end
  local in_front, rank = redis.call('ZCARD', ready_front), from
  rank = pick(redis.call('ZRANGE', ready_front, from, from + max_looked - 1), rank)
  local start = rank - in_front
  if start >= 0 then rank = pick(redis.call('LRANGE', ready, start, start + max_looked - 1), rank) end
  return rank < in_front + redis.call('LLEN', ready) and rank or ''
end

-- Those that wait for something, and then those that are scheduled, by rank in the set of their group.
local function waiting()
  local at = string.match(cursor, '^s(%d+)')
  if not at then
    local rank = scored(non_ready, meta[6])
    if rank ~= '' then return rank end
  end
  local start, count = tonumber(at or '0'), limit - #names
  local flat = count > 0 and redis.call('ZRANGE', key .. ':scheduled', start, start + count - 1, 'WITHSCORES') or {}
  for i = 1, #flat, 2 do names[#names + 1], untils[flat[i]] = flat[i], flat[i + 1] end
  local seen = start + #flat / 2
  return seen < redis.call('ZCARD', key .. ':scheduled') and string.format('s%.0f', seen) or ''
end

local function dead()
  local letters = queue.prefix .. 'dead-letters:group:' .. group
  names = redis.call('ZREVRANGE', letters, from, from + limit - 1)
  return from + #names < redis.call('ZCARD', letters) and from + #names or ''
end

local function closed()
  local entries = redis.call('LRANGE', key .. ':closed', -from - max_looked, -from - 1)
  local function is_wanted(name) return redis.call('HGET', queue.prefix .. 'job:' .. name, 'status') == status end
  local rank = pick(reversed(entries), from, is_wanted)
  return rank < redis.call('LLEN', key .. ':closed') and rank or ''
end

-- Newest first, back to when the run began. `gone`: how many had succeeded that are not kept any more.
local function completed()
  if tonumber(meta[7] or '0') <= 0 then return '' end
  local size = redis.call('LLEN', completed_order)
  local gone = tonumber(redis.call('HGET', stats, 'completed') or '0') - size
  local last = cursor ~= '' and from - gone or meta[3] and ended_until(completed_order, claims, tonumber(meta[3])) or size
  last = math.min(last, size)
  local first = ended_until(completed_order, claims, tonumber(meta[2] or '0') - 1)
  if last <= first then return '' end
  local newest = reversed(redis.call('LRANGE', completed_order, math.max(first, last - max_looked), last - 1))
  local left = last - pick(newest, 0)
  return left > first and string.format('%.0f', gone + left) or ''
end

local PAGES = { PENDING = pending, READY = of_ready, WAITING = waiting,
  PROCESSING = function() return scored(in_flight, meta[5]) end, COMPLETED = completed, FAILED = dead, CANCELLED = closed,
  MANUALLY_RESOLVED = closed, EXPIRED = closed }
local reply = { tostring(PAGES[status]()) }
local entries = #names > 0 and redis.call('HMGET', claims, unpack(names)) or {}
for i, name in ipairs(names) do
  local job = redis.call('HMGET', queue.prefix .. 'job:' .. name, 'processorType', 'attempts', 'createdAt', 'startedAt', 'finishedAt',
    'errorCode', 'error', wants_results and 'result' or 'position')
  local attempt, started, ended = string.match(entries[i] or '', '^(%d+) (%d+) (%S+)') -- a claim, or how it ended
  for _, value in ipairs({ id_of(name), job[1] or '', attempt or job[2] or '0', job[3] or '', started or job[4] or '',
    status == 'COMPLETED' and ended or job[5] or '', untils[name] or '', job[6] or '', string.sub(job[7] or '', 1, max_error),
    wants_results and job[8] or '' }) do reply[#reply + 1] = value end
end
return reply
