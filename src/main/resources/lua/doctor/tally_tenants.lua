#!lua flags=allow-oom
--[[
  Checks tenants, each at one moment: whether it is in every set it must be in and in no other, and whether it counts its jobs
  in Ready and in flight right. Without any, and if there are not too many, whether all together explain how many groups the levels have.
  With fix everything is put right.

  KEYS   1 tenants SET tenants    2 tenant_groups HASH tenant-groups    3 limited SET limited-groups
         4 rate_limited ZSET rate-limited-groups    5 held ZSET held-groups
  ARGV   1 prefix    2 fix 1|0    3 limit of tenants that are counted together, and of groups of one, int > 0
         4 now ms, '' = Redis TIME    then for each tenant: id
  RETURNS 1 counts right|wrong|too_many|unasked    then for each tenant: id, wrong; wrong is a list of words separated by commas
]]
local tenants, tenant_groups, limited, rate_limited, held = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local fix, limit, FIRST_TENANT = ARGV[2] == '1', tonumber(ARGV[3]), 5
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[4]) }
-- include limited
-- include tenant

local function check_seats(tenant, parked, tell)
  for _, level in ipairs(LEVELS) do
    local waits = redis.call('EXISTS', ring_key(queue, tenant, level)) == 1
    local is_seated = redis.call('ZSCORE', queue.prefix .. 'fair-queue:' .. level, tenant)
    if is_seated and (parked or not waits) then
      tell('fair-queue', function() unseat_tenant(queue, tenant, level) end)
    elseif waits and not is_seated and not parked then
      tell('unserved', function() seat_tenant(queue, tenant, level) end)
    end
  end
  local function check_time(set, wanted, name)
    if (redis.call('ZSCORE', set, tenant) and true or false) == wanted then return end
    tell(name, function()
      if parked == 'paused' then leave_times(queue, tenant) else unpark_tenant(queue, tenant) end
    end)
  end
  check_time(rate_limited, parked == 'rate', 'rate-limited-groups')
  check_time(held, parked == 'held', 'held-groups')
end

local function check_jobs(tenant, kept, tell)
  local key, ready, admitted = tenant_key(queue, tenant), 0, 0
  if redis.call('SCARD', key .. ':groups') > limit then return end
  for _, group in ipairs(redis.call('SMEMBERS', key .. ':groups')) do
    local meta = redis.call('HMGET', queue.prefix .. 'group:' .. group .. ':meta', 'admitted', 'running')
    admitted, ready = admitted + tonumber(meta[1] or '0'), ready + tonumber(meta[1] or '0') - tonumber(meta[2] or '0')
  end
  if ready ~= kept.ready then tell('ready', function() redis.call('HSET', key .. ':meta', 'ready', ready) end) end
  if admitted ~= kept.admitted then
    tell('admitted', function()
      redis.call('HSET', key .. ':meta', 'admitted', admitted)
      if kept.parked == 'concurrency' then unpark_tenant(queue, tenant) end -- the next fetch checks
    end)
  end
end

local function check(tenant, tell)
  local key = tenant_key(queue, tenant)
  local meta = redis.call('HMGET', key .. ':meta', 'parked', 'maxRps', 'ready', 'draining', 'admitted',
    'maxConcurrency', 'sendingWindow')
  local admitted, cap = tonumber(meta[5] or '0'), tonumber(meta[6] or '0')
  if not is_known(queue, tenant) then
    tell('missing', function()
      for _, level in ipairs(LEVELS) do unseat_tenant(queue, tenant, level) end
      remove_tenant(queue, tenant)
    end)
    return
  end
  check_seats(tenant, meta[1], tell)
  local is_limited = meta[1] == 'paused' or tonumber(meta[2] or '0') > 0 or meta[4] or meta[7]
  if (redis.call('SISMEMBER', limited, tenant) == 1) ~= (is_limited and true or false) then
    tell('limited-groups', function() mark_limited(queue, tenant, is_limited) end)
  end
  if meta[1] == 'concurrency' and (cap == 0 or admitted < cap) then
    tell('unserved', function() unpark_tenant(queue, tenant) end)
  end
  check_jobs(tenant, { ready = tonumber(meta[3] or '0'), admitted = admitted, parked = meta[1] }, tell)
end

local function check_counts()
  if redis.call('SCARD', tenants) > limit then return 'too_many' end
  local counted, answer = { high = 0, normal = 0, low = 0, parked = 0 }, 'right'
  for _, tenant in ipairs(redis.call('SMEMBERS', tenants)) do
    for _, level in ipairs(LEVELS) do
      local is_seated = redis.call('ZSCORE', queue.prefix .. 'fair-queue:' .. level, tenant)
      counted[level] = counted[level] + redis.call('ZCARD', ring_key(queue, tenant, level)) - (is_seated and 1 or 0)
    end
    for _, set in ipairs({ rate_limited, held }) do
      if redis.call('ZSCORE', set, tenant) then counted.parked = counted.parked - 1 end
    end
  end
  for where, count in pairs(counted) do
    if tonumber(redis.call('HGET', tenant_groups, where) or '0') ~= count then
      answer = 'wrong'
      if fix then redis.call('HSET', tenant_groups, where, count) end
    end
  end
  return answer
end

local reply = { 'unasked' }
for i = FIRST_TENANT, #ARGV do
  local words = {}
  check(ARGV[i], function(word, mend)
    words[#words + 1] = word
    if fix then mend() end
  end)
  reply[#reply + 1], reply[#reply + 2] = ARGV[i], table.concat(words, ',')
end
if #reply == 1 then reply[1] = check_counts() end
return reply
