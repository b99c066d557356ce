-- include fair
-- The account over all its partitions. Granted is what it was ever allowed to add, less what it did not use; ended is what the
-- partitions say has ended (lib/account), as far as that is known here. The difference is what it has at most: what ended
-- lately is missing in it, and what was reserved is in it before it is there.
local KINDS = { 'jobs', 'bytes', 'groups' }
local ENDED = { 'endedJobs', 'endedBytes', 'endedGroups' }

-- Six numbers with blanks between, as lib/account writes them.
local function totals_of(text)
  local totals = {}
  for number in string.gmatch(text or '', '%d+') do totals[#totals + 1] = tonumber(number) end
  for i = #totals + 1, 6 do totals[i] = 0 end
  return totals
end

-- Takes in what a partition says. It may be older than what is known: totals only grow.
local function see(quota, partition, text)
  local field = 'seen:' .. partition
  local old, new = totals_of(redis.call('HGET', quota, field) or ''), totals_of(text)
  for i = 1, 6 do
    new[i] = max(old[i], new[i])
    if i > 3 and new[i] > old[i] then
      redis.call('HINCRBY', quota, ENDED[i - 3], exact(new[i] - old[i]))
    end
    new[i] = exact(new[i])
  end
  redis.call('HSET', quota, field, table.concat(new, ' '))
end

-- What the account has of each kind.
local function used_of(quota)
  local known = redis.call('HMGET', quota, 'jobs', 'bytes', 'groups', unpack(ENDED))
  local used = {}
  for i = 1, 3 do used[i] = number_of(known[i]) - number_of(known[i + 3]) end
  return used
end

-- Groups in reservations that are under way, as far as a script may look.
local function reserved_groups(reservations, now)
  local groups = 0
  for _, reservation in ipairs(redis.call('ZRANGEBYSCORE', reservations, '(' .. now, '+inf', 'LIMIT', 0, 1000)) do
    groups = groups + string.match(reservation, '%d+$')
  end
  return groups
end
