-- Jobs that leave flight. However they end, nobody is to interrupt them any more: a later life of the id must not be cancelled
-- for an earlier one.
local function forget_marks(queue, names)
  if #names > 0 then redis.call('HDEL', queue.prefix .. 'cancelling-jobs', unpack(names)) end
end

local function leave_flight(queue, in_flight, names)
  if #names == 0 then return end
  redis.call('ZREM', in_flight, unpack(names))
  redis.call('HDEL', queue.prefix .. 'claims', unpack(names))
  forget_marks(queue, names)
end
