-- include hold
-- include labels
-- include scheduled
-- include status
-- The books of one group: its counters, checked against each other, and the sets it must be in.
local STATUSES = { 'CREATED', 'RUNNING', 'CANCELLING', 'AGGREGATING', 'COMPLETED', 'FAILED', 'CANCELLED' }
local COUNTED = { 'totalJobs', 'doneJobs', 'successCount', 'failedCount', 'cancelledCount', 'resolvedCount', 'admitted',
  'running', 'nonReady', 'returned', 'deadLetters', 'scheduled', 'expiredCount' }

local function open_books(queue, id)
  local key = queue.prefix .. 'group:' .. id
  local meta = redis.call('HMGET', key .. ':meta', 'status', 'level', 'sealed', 'parked', 'windows', 'lastServedAt',
    'maxRps', 'labels', unpack(COUNTED))
  local holds = redis.call('HMGET', key .. ':meta', 'draining', unpack(HOLD_FIELDS))
  local books = { id = id, key = key, status = meta[1], level = meta[2], sealed = meta[3] == '1', parked = meta[4],
    max_rps = tonumber(meta[7] or '0'), labels = meta[8], holds = holds, back = redis.call('ZCARD', key .. ':returned') }
  books.has_window = holds[1 + #HOLD_FIELDS]
  books.pending, books.later = redis.call('LLEN', key .. ':jobs') + books.back, redis.call('ZCARD', key .. ':scheduled')
  local mark = { tostring(meta[1]), tostring(meta[5]), tostring(meta[6]), books.pending, books.back, books.later }
  for i, name in ipairs(COUNTED) do
    books[name] = tonumber(meta[8 + i] or '0')
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
  if b.doneJobs ~= b.successCount + b.failedCount + b.cancelledCount + b.resolvedCount + b.expiredCount then tell('outcomes') end
  if b.totalJobs ~= b.doneJobs + b.pending + b.admitted + b.nonReady + b.later then tell('total') end
  if b.running < 0 or b.nonReady < 0 or b.admitted < b.running then tell('negative') end
  if b.returned ~= b.back then
    tell('returned', function() redis.call('HSET', b.key .. ':meta', 'returned', b.back) end)
  end
  if b.scheduled ~= b.later then
    tell('scheduled', function()
      redis.call('HSET', b.key .. ':meta', 'scheduled', b.later)
      redis.call('HINCRBY', queue.prefix .. 'stats', 'scheduled', b.later - b.scheduled)
    end)
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
  local may_start = b.open and b.status ~= 'CANCELLING'
  local first = may_start and redis.call('ZRANGE', schedule_key(queue, b.id), 0, 0, 'WITHSCORES')[2]
  if (redis.call('ZSCORE', queue.prefix .. 'scheduled-groups', b.id) or nil) ~= (first or nil) then
    tell('scheduled-groups', function() index_scheduled(queue, b.id) end)
  end
  check_zset('expiring-groups', may_start and redis.call('EXISTS', b.key .. ':expiries') == 1)
  check_set('cancelling-groups', b.status == 'CANCELLING')
  local is_limited = b.max_rps > 0 or (b.holds[1] or b.has_window) and true or false
  if b.parked ~= 'held' then check_set('limited-groups', is_limited)
  elseif is_limited or b.admitted > 0 then check_set('limited-groups', true) end -- else it does not matter
  check_zset('aggregating-groups', b.status == 'AGGREGATING')
  check_zset('finished-groups', b.finished)
  check_zset('unsealed-groups', b.open and not b.sealed)
  -- why not the other way round: whoever looks there next takes out what does not wait any more
  local waits = b.open and b.status ~= 'CANCELLING' and redis.call('HEXISTS', b.key .. ':meta', 'after') == 1
  if waits then check_zset('after-groups', true) end
  for _, status in ipairs(STATUSES) do check_zset('groups:' .. status, b.status == status) end
  if b.status and not redis.call('ZSCORE', queue.prefix .. 'group-names', b.id) then
    tell('group-names', function() redis.call('ZADD', queue.prefix .. 'group-names', 0, b.id) end)
  elseif not b.status and redis.call('ZSCORE', queue.prefix .. 'group-names', b.id) then
    tell('group-names', function() redis.call('ZREM', queue.prefix .. 'group-names', b.id) end)
  end
  for label in each_label(b.labels) do
    if not redis.call('ZSCORE', queue.prefix .. 'labels', label_entry(label, b.id)) then
      tell('labels', function() index_labels(queue, b.id, nil, label) end)
    end
  end
  if not b.open or b.status == 'CANCELLING' then check_zset('congested-groups', false) end
end
