-- include status
-- Whether jobs may be added to a group as it is. Asked in the step that would write, because it may change at any time.

-- How many partitions the queue has, if that is not what the caller knows; '' while it changes (operate/repartition). What the
-- caller would add might then be looked for elsewhere, or removed.
local function other_partitions(queue, given)
  local state = redis.call('HMGET', queue.prefix .. 'state', 'partitions', 'changing')
  if state[2] then return '' end
  return state[1] and state[1] ~= given.partitions and state[1]
end

-- given: what the submit says. group: what is kept of it. Returns whether the first job opens its run (also for an account whose
-- jobs are the first in it that count for anybody), and, if nothing may be added, the reply of the script: cancelling until a cancelled run has its result; owned, the owner and its groups; counted and
-- the account whose reservation it takes; late after the end of the reservation; opening if that has no group.
local function opened_by(status, given, group)
  -- why also while it waits for its result: more jobs would reopen the run and undo the cancellation
  if status == 'CANCELLING' or (status == 'AGGREGATING' and group.outcome == 'CANCELLED') then return false, { 'cancelling' } end
  if given.knows and group.owner and group.owner ~= given.knows then
    return false, { 'owned', group.owner, group.owner_groups or '' }
  end
  local opens = not status or has_ended(status) or (not group.account and given.account)
  local is_another = group.account and group.account ~= given.account and not is_finished(status)
  -- why not of a run that counts partly: what nobody pays for is in it already
  if is_another and (given.account or not group.partly) then return false, { 'counted', group.account } end
  if given.account and group.now > tonumber(given['until']) then return false, { 'late' } end
  if opens and given.opens == '0' then return false, { 'opening' } end
  return opens
end
