-- include fair
-- include window
-- Writes what a batch of serves has changed.

-- group: one that the batch has served or denied. Returns true when that parked the group.
local function save_served(queue, parked, group, window)
  local is_parked = group.denied and group.pending + group.staged > 0
  local change = { 'admitted', group.admitted }
  local function set(field, value) change[#change + 1], change[#change + 2] = field, value end
  if group.unstaged > 0 or group.denied == 'share' then set('nonReady', group.non_ready) end
  keep_rate(change, window, group.rate)
  if group.served_at then set('lastServedAt', exact(group.served_at)) end
  if group.dispatched then set('status', 'DISPATCHED') end
  if is_parked then
    local until_when = { share = window.ends, throttled = group.throttled_until, concurrency = 'inf' }
    redis.call('ZADD', parked, until_when[group.denied], group.id)
    set('parked', group.denied)
  end
  if group.total > 0 then redis.call('HSET', queue.prefix .. 'group:' .. group.id .. ':meta', unpack(change)) end
  return is_parked
end

-- The ids that were taken, in the order of their serves.
local function in_order(sequence)
  local ids = {}
  for _, group in ipairs(sequence) do
    group.next = (group.next or 0) + 1
    ids[#ids + 1] = group.ids[group.next]
  end
  return ids
end
