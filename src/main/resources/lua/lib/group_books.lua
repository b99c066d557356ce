-- include seat
-- include status
-- include tenant
-- The books of one group: its counters, checked against each other, and the sets it must be in.
local STATUSES = { 'CREATED', 'RUNNING', 'CANCELLING', 'AGGREGATING', 'COMPLETED', 'FAILED', 'CANCELLED' }
local COUNTED = { 'totalJobs', 'doneJobs', 'successCount', 'failedCount', 'cancelledCount', 'resolvedCount', 'admitted',
  'running', 'nonReady', 'returned', 'deadLetters' }

local function open_books(queue, id)
  local key = queue.prefix .. 'group:' .. id
  local meta = redis.call('HMGET', key .. ':meta', 'status', 'level', 'sealed', 'parked', 'windows', 'lastServedAt',
    'maxRps', unpack(COUNTED))
  local books = { id = id, key = key, status = meta[1], level = meta[2], sealed = meta[3] == '1', parked = meta[4],
    max_rps = tonumber(meta[7] or '0'), back = redis.call('ZCARD', key .. ':returned') }
  books.pending = redis.call('LLEN', key .. ':jobs') + books.back
  local mark = { tostring(meta[1]), tostring(meta[5]), tostring(meta[6]), books.pending, books.back }
  for i, name in ipairs(COUNTED) do
    books[name] = tonumber(meta[7 + i] or '0')
    mark[#mark + 1] = books[name]
  end
  books.mark = table.concat(mark, ' ') -- the same twice: no job of the group has moved in between
  books.finished = is_finished(books.status)
  books.open = books.status and not has_ended(books.status)
  return books
end

-- Whether the counters agree with each other and with the lists. Whether they agree with Ready, Non-ready and In-flight
-- takes a census.
local function check_sums(queue, b, tell)
  if b.doneJobs ~= b.successCount + b.failedCount + b.cancelledCount + b.resolvedCount then tell('outcomes') end
  if b.totalJobs ~= b.doneJobs + b.pending + b.admitted + b.nonReady then tell('total') end
  if b.running < 0 or b.nonReady < 0 or b.admitted < b.running then tell('negative') end
  if b.returned ~= b.back then
    tell('returned', function() redis.call('HSET', b.key .. ':meta', 'returned', b.back) end)
  end
  local dead = redis.call('ZCARD', queue.prefix .. 'dead-letters:group:' .. b.id)
  if b.deadLetters ~= dead then
    tell('dead-letters', function() redis.call('HSET', b.key .. ':meta', 'deadLetters', dead) end)
  end
end

local function check_sets(queue, b, tell)
  local function check_zset(name, wanted)
    local key = queue.prefix .. name
    local is_in = redis.call('ZSCORE', key, b.id)
    if wanted and not is_in then
      tell(name, function() redis.call('ZADD', key, queue.now, b.id) end)
    elseif is_in and not wanted then
      tell(name, function() redis.call('ZREM', key, b.id) end)
    end
  end
  local function check_set(name, wanted)
    local key = queue.prefix .. name
    local is_in = redis.call('SISMEMBER', key, b.id) == 1
    if wanted and not is_in then
      tell(name, function() redis.call('SADD', key, b.id) end)
    elseif is_in and not wanted then
      tell(name, function() redis.call('SREM', key, b.id) end)
    end
  end
  check_set('cancelling-groups', b.status == 'CANCELLING')
  check_set('limited-groups', b.max_rps > 0)
  check_zset('aggregating-groups', b.status == 'AGGREGATING')
  check_zset('finished-groups', b.finished)
  check_zset('unsealed-groups', b.open and not b.sealed)
  for _, status in ipairs(STATUSES) do check_zset('groups:' .. status, b.status == status) end
  local is_congested = redis.call('ZSCORE', queue.prefix .. 'congested-groups', b.id)
  if is_congested and (not b.open or b.status == 'CANCELLING') then
    tell('congested-groups', function() redis.call('ZREM', queue.prefix .. 'congested-groups', b.id) end)
  end
end

-- A tenant knows its groups, and they wait in its rings alone.
local function check_tenant(queue, b, tell)
  local tenant = tenant_of(b.id)
  if not tenant then return end
  local key = tenant_key(queue, tenant)
  if b.status and (redis.call('SISMEMBER', key .. ':groups', b.id) == 0
    or redis.call('SISMEMBER', queue.prefix .. 'tenants', tenant) == 0) then
    tell('tenants', function() join_tenant(queue, b.id) end)
  end
  for _, name in ipairs(LEVELS) do
    local fair_queue = queue.prefix .. 'fair-queue:' .. name
    if redis.call('ZSCORE', fair_queue, b.id) then
      tell('fair-queue', function() redis.call('ZREM', fair_queue, b.id) end)
    end
  end
end

-- A group with pending jobs is in its ring or parked, and never both. put_back: puts it into its ring.
local function check_service(queue, b, tell, put_back)
  local may = b.open and b.status ~= 'CANCELLING'
  local served = false
  for _, level in ipairs(LEVELS) do
    if redis.call('ZSCORE', ring_key(queue, tenant_of(b.id), level), b.id) then
      if may and level == b.level then served = true else
        tell('fair-queue', function() leave_ring(queue, b.id, level) end)
      end
    end
  end
  local parked = false
  for _, name in ipairs({ 'parked-groups', 'rate-limited-groups' }) do
    local is_in, wanted = redis.call('ZSCORE', queue.prefix .. name, b.id), b.parked and PARKED_IN[b.parked] == name
    parked = parked or (is_in and wanted)
    if (is_in and true or false) ~= (wanted or false) or (is_in and (served or not may)) then
      tell(name, function()
        redis.call('ZREM', queue.prefix .. name, b.id)
        redis.call('ZREM', queue.prefix .. 'congested-groups', b.id)
        if b.status then redis.call('HDEL', b.key .. ':meta', 'parked') end
        if may and b.pending > 0 and not served then put_back() end
      end)
      return
    end
  end
  if may and b.pending > 0 and not served and not parked then tell('unserved', put_back) end
end
