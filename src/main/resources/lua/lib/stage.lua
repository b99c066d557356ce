-- include congestion
-- include fair
-- include park
-- Takes picked jobs out of the lists of a group, and stages its next jobs in Non-ready when its share is used up.

-- Returns the ids, oldest first: what is staged comes before what was not fetched yet. Where a list is shorter than the
-- counters say, the group has nothing left.
local function take_picked(queue, non_ready, group)
  local key, ids, fresh = queue.prefix .. 'group:' .. group.id, {}, group.picks - group.unstaged
  if group.unstaged > 0 then
    ids = redis.call('LPOP', key .. ':staged', group.unstaged)
    redis.call('ZREM', non_ready, unpack(ids))
    note_non_ready(queue, group.id, group.non_ready)
  end
  if fresh > 0 then
    local taken = redis.call('LPOP', key .. ':jobs', fresh) or {}
    if #ids == 0 then ids = taken else
      for _, id in ipairs(taken) do ids[#ids + 1] = id end
    end
    if #taken < fresh then group.admitted, group.pending = group.admitted - (fresh - #taken), 0 end
  end
  return ids
end

-- Stages the next jobs of a group whose share is used up: at most terms.most, and at most two windows of its share. Due times
-- fall on the start of a window, where the dispatcher comes first, and keep the order of the jobs. Returns how many.
-- terms: most, the window and the congestion policy.
local function stage(queue, non_ready, group, terms)
  local window, policy = terms.window, terms.policy
  local count = math.min(2 * group.rate.limit - group.staged, group.pending, terms.most)
  if count <= 0 then return 0 end
  local key = queue.prefix .. 'group:' .. group.id
  local last = group.staged > 0 and redis.call('ZSCORE', non_ready, redis.call('LINDEX', key .. ':staged', -1))
  local ids = redis.call('LPOP', key .. ':jobs', count)
  if not ids then return 0 end
  count = #ids
  redis.call('RPUSH', key .. ':staged', unpack(ids))
  local per_second, backoff, at, due = group.rate.limit * 1000 / window.ms, 0, tonumber(last or '0'), {}
  for i, id in ipairs(ids) do
    backoff = backoff_of(group.non_ready + i - 1, per_second, policy)
    at = math.max(at + STEP, window.ends, math.floor((queue.now + backoff) / window.ms) * window.ms)
    due[2 * i - 1], due[2 * i] = exact(at), id
  end
  redis.call('ZADD', non_ready, unpack(due))
  group.pending, group.staged, group.non_ready = group.pending - count, group.staged + count, group.non_ready + count
  record_congestion(queue, group, { staged = count, backoff = backoff, per_second = per_second }, policy)
  return count
end
