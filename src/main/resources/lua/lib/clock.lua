-- One clock for all instances: that of Redis. Tests and simulations pass a time of their own; '' means now.
local function clock(override)
  if override ~= '' then return tonumber(override) end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Whether a time that a group or a job was told to wait for is still to come. One that lies further ahead than anybody was
-- ever told to wait (longest_delay of the queue, kept in pace) was noted before the clock went back.
local function is_ahead(queue, at)
  return at > queue.now and at <= queue.now + queue.longest_delay
end
