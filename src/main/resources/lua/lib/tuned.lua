-- Whether the queue is paused, and what an administrator has set for all instances instead of what their settings say. Part of
-- the queue's state, so that whoever looks whether it is paused knows both with one read.
local function read_state(key)
  local state = redis.call('HMGET', key, 'paused', 'globalRps', 'maxConcurrency')
  return { is_paused = state[1] == '1', global_rps = tonumber(state[2] or ''), max_concurrency = tonumber(state[3] or '') }
end
