-- Leaves one token for a blocked loop. More than one would only wake it for nothing.
local woken = {}

local function wake(list)
  if woken[list] then return end
  woken[list] = true
  if redis.call('LLEN', list) == 0 then redis.call('LPUSH', list, '1') end
end
