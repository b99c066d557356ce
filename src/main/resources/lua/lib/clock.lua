-- One clock for all instances: that of Redis. Tests and simulations pass a time of their own; '' means now.
local function clock(override)
  if override ~= '' then return tonumber(override) end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
