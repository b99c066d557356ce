-- Leaves a wake signal in a list on which a loop blocks, so that the loop continues at once. A list holds one signal at
-- most: a second would wake a loop for nothing.
local woken = {}

local function wake(list)
  if woken[list] then return end
  woken[list] = true
  if redis.call('LLEN', list) == 0 then redis.call('LPUSH', list, '1') end
end
