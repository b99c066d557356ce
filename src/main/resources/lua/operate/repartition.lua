#!lua flags=allow-oom
--[[
  A step of a change of how many partitions a queue has (PartitionCount). A partition that is closed takes no jobs (flow/enqueue), and
  only an empty one is closed, in one step. Once all are, the home partition commits; from then on the change goes
  forward only, and anybody may take its next step, because what is removed is removed only while the partition is closed
  by this change.

  KEYS   1 state HASH state    2 stats HASH stats    3 dead_letters ZSET dead-letter-queue    4 events ZSET events
         5 callbacks ZSET callbacks
  ARGV   1 prefix    2 step: close; open, also what another change has closed and left; commit in the home partition; add the
         lifetime counters of another partition to those of the home partition; remove keys; finish    3 change, its id
         4 number: of partitions as it is now (close, commit), as it is to be (open, finish), or of the partition (add)
         5 to, number of partitions after a commit    6 lease_ms    7 now ms, '' = Redis TIME    then for each entry: name, value
  RETURNS 1 answer done|busy (another change has closed it)|filled|late (not the turn of this step, or no longer)
         2 groups that have not ended    3 letters, dead ones    4 unsent events and callbacks
]]
local state, stats, dead_letters, events, callbacks = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local prefix, step, change, number, to, lease_ms = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6])
local FIRST_ENTRY = 8
-- include clock
local now = clock(ARGV[7])

local known = redis.call('HMGET', state, 'partitions', 'changing', 'emptying')
local is_closed, is_mine, has_left = known[2], false, true
if is_closed then
  local holder, closed_until = string.match(known[2], '^(%S+) (%d+)')
  is_mine, closed_until = holder == change, tonumber(closed_until or '0')
  has_left = closed_until <= now or closed_until > now + lease_ms -- or the clock went back
end
local steps = {}

function steps.close()
  if known[3] or (is_closed and not is_mine and not has_left) then return { 'busy', 0, 0, 0 } end
  local open, dead = 0, redis.call('ZCARD', dead_letters)
  for _, status in ipairs({ 'CREATED', 'RUNNING', 'CANCELLING', 'AGGREGATING' }) do
    open = open + redis.call('ZCARD', prefix .. 'groups:' .. status)
  end
  local unsent = redis.call('ZCARD', events) + redis.call('ZCARD', callbacks)
  if open + dead + unsent > 0 then return { 'filled', open, dead, unsent } end
  redis.call('HSET', state, 'changing', change .. ' ' .. string.format('%d', now + lease_ms))
end

function steps.open()
  if known[3] or (is_closed and not is_mine and not has_left) then return { 'busy', 0, 0, 0 } end
  redis.call('HDEL', state, 'changing')
  if number ~= '1' or known[1] then redis.call('HSET', state, 'partitions', number) end
end

function steps.commit()
  if not is_mine or has_left or known[3] or (known[1] or '1') ~= number then return { 'late', 0, 0, 0 } end
  redis.call('HSET', state, 'partitions', to, 'emptying', number .. ' 0')
end

function steps.add()
  local from, added = string.match(known[3] or '', '^(%d+) (%d+)$')
  if not is_mine or not from or tonumber(added) + 1 ~= tonumber(number) then return { 'late', 0, 0, 0 } end
  for i = FIRST_ENTRY, #ARGV, 2 do redis.call('HINCRBY', stats, ARGV[i], ARGV[i + 1]) end
  redis.call('HSET', state, 'emptying', from .. ' ' .. number)
end

function steps.remove()
  if not is_mine then return { 'late', 0, 0, 0 } end
  local keys = {}
  for i = FIRST_ENTRY, #ARGV, 2 do keys[#keys + 1] = prefix .. ARGV[i] end
  redis.call('UNLINK', unpack(keys))
end

function steps.finish()
  if not is_mine then return { 'late', 0, 0, 0 } end
  redis.call('HDEL', state, 'changing', 'emptying')
  redis.call('HSET', state, 'partitions', number)
end

return steps[step]() or { 'done', 0, 0, 0 }
