-- include congestion
-- include fair
-- include pick
-- include seat
-- include window
-- Writes what a batch of turns has changed.

-- The groups whose jobs the batch has picked give them: what has come back before what never ran, oldest first.
local function take_jobs(queue, group)
  local key, ids, back = queue.prefix .. 'group:' .. group.id, {}, math.min(group.picks, group.returned)
  if back > 0 then
    local popped = redis.call('ZPOPMIN', key .. ':returned', back)
    for i = 1, #popped, 2 do ids[#ids + 1] = popped[i] end
    redis.call('HINCRBY', key .. ':meta', 'returned', -#ids)
  end
  if #ids < group.picks then
    for _, id in ipairs(redis.call('LPOP', key .. ':jobs', group.picks - #ids) or {}) do ids[#ids + 1] = id end
  end
  -- why: the counters may be wrong until the doctor has come; what is not there is not admitted
  if #ids < group.picks then group.admitted, group.pending = group.admitted - (group.picks - #ids), 0 end
  return ids
end

-- The ids that were picked, in the order in which they enter Ready.
local function take_picked(batch)
  local ids = {}
  for _, group in ipairs(in_order(batch.turns)) do
    group.ids, group.next = group.ids or take_jobs(batch.queue, group), (group.next or 0) + 1
    ids[#ids + 1] = group.ids[group.next]
  end
  return ids
end

local function park_denied(batch, group)
  local until_when = 'inf'
  if group.denied == 'throttled' then
    until_when = group.throttled_until
  elseif group.denied == 'rate' then
    until_when = token_at(group.limit, batch.window, group.admitted - group.running + 1)
    local crowd = { id = group.id, waiting = group.pending, per_second = per_second(group.limit, batch.window) }
    record_congestion(batch.queue, crowd, batch.congestion)
  end
  park(batch.queue, group.id, group.denied, until_when)
end

-- Returns how many groups were parked, and how many of them for want of tokens.
local function save_met(batch)
  local counts, scores, gone = { parked = 0, denied = 0 }, {}, {}
  for _, group in ipairs(batch.met) do
    local change = { 'admitted', group.admitted }
    local function set(field, value) change[#change + 1], change[#change + 2] = field, value end
    if group.served_at then set('lastServedAt', exact(group.served_at)) end
    if group.limit and group.limit.is_guess then set('windows', history_of(group.limit, batch.window)) end
    if group.credit ~= tonumber(group.old_credit or '0') then set('credit', exact(group.credit)) end
    -- why asked: the doctor may have to deal with a group in the fair queue that is not there
    if group.total > 0 and (group.picks > 0 or #change > 2) then
      redis.call('HSET', batch.queue.prefix .. 'group:' .. group.id .. ':meta', unpack(change))
    end
    local entries = (group.denied or group.pending == 0) and gone or scores
    entries[group.level] = entries[group.level] or {}
    if entries == scores then table.insert(entries[group.level], exact(group.score)) end
    table.insert(entries[group.level], group.id)
    if group.denied and group.denied ~= 'nothing' then
      counts.parked = counts.parked + 1
      if group.denied == 'rate' then counts.denied = counts.denied + 1 end
      park_denied(batch, group)
    end
  end
  for level, entries in pairs(scores) do redis.call('ZADD', level, unpack(entries)) end
  for level, ids in pairs(gone) do redis.call('ZREM', level, unpack(ids)) end
  return counts
end
