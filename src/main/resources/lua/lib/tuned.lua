-- include sending
-- Whether the queue is paused or outside its sending window, and what an administrator has set for all instances instead of what
-- their settings say. Part of the queue's state, so that whoever looks whether it is paused knows all with one read.

-- window: the sending window that the settings of the caller name, '' = none. closed_ms: how long nothing starts, -1 = until
-- somebody acts; nil while jobs may start, until closes.
local function read_state(queue, key, window)
  local state = redis.call('HMGET', key, 'paused', 'globalRps', 'maxConcurrency', 'sendingWindow')
  local tuned = { global_rps = tonumber(state[2] or ''), max_concurrency = tonumber(state[3] or '') }
  local sending = sending_of(queue, state[4] or window ~= '' and window or nil)
  tuned.closes = sending.closes
  if state[1] == '1' or sending.opens == math.huge then tuned.closed_ms = -1
  elseif sending.opens then tuned.closed_ms = sending.opens - queue.now end
  return tuned
end
