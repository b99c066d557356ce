-- Every group is in exactly one of the sets groups:<status>, by the time it came there: pages without a scan.
local function index_status(prefix, group, from, to, now)
  if from then redis.call('ZREM', prefix .. 'groups:' .. from, group) end
  if to then redis.call('ZADD', prefix .. 'groups:' .. to, now, group) end
end
