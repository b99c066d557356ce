-- Every group is in exactly one of the sets groups:<status>, by the time it came there: pages without a scan.
local function index_status(prefix, group, from, to, now)
  if from then redis.call('ZREM', prefix .. 'groups:' .. from, group) end
  if to then redis.call('ZADD', prefix .. 'groups:' .. to, now, group) end
end

-- Many groups at once, at most a batch of them.
local function index_all(prefix, groups, from, to, now)
  if #groups == 0 then return end
  local entries = {}
  for _, group in ipairs(groups) do entries[#entries + 1], entries[#entries + 2] = now, group end
  redis.call('ZREM', prefix .. 'groups:' .. from, unpack(groups))
  redis.call('ZADD', prefix .. 'groups:' .. to, unpack(entries))
end
