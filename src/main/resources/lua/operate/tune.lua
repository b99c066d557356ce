#!lua flags=allow-oom
--[[
  Sets limits of a whole queue at run time, instead of those in the settings of the instances, or resets them. The scripts that
  start jobs read them, so they apply at once; instances follow the number of workers within seconds.

  KEYS   1 state HASH state    2 wake_fetcher LIST wake:fetcher    3 wake_worker LIST wake:worker
  ARGV   1 reset 1|0, all of them first    2 global_rps    3 max_concurrency, 0 = none    4 workers of all instances    5 sending_window,
         a name or 'none'; each '' = keep
  RETURNS 1 changed 1|0    2 global_rps    3 max_concurrency    4 tuned_workers    5 sending_window, each as it is then, '' = as in the settings
]]
local state, wake_fetcher, wake_worker = KEYS[1], KEYS[2], KEYS[3]
local reset, wanted = ARGV[1] == '1', { globalRps = ARGV[2], maxConcurrency = ARGV[3], workers = ARGV[4],
  sendingWindow = ARGV[5] }
-- include wake
local FIELDS = { 'globalRps', 'maxConcurrency', 'workers', 'sendingWindow' }

local before, changed, now = redis.call('HMGET', state, unpack(FIELDS)), 0, {}
for i, field in ipairs(FIELDS) do
  local value = wanted[field]
  if value == '' then value = not reset and before[i] or '' end
  -- why by number: 5 and 5.0 are one limit
  local same_number = tonumber(value) and tonumber(value) == tonumber(before[i] or '')
  if value ~= (before[i] or '') and not same_number then changed = 1 end
  if value == '' then redis.call('HDEL', state, field) else redis.call('HSET', state, field, value) end
  now[i] = value
end
if changed == 1 then
  wake(wake_fetcher)
  wake(wake_worker)
end
return { changed, now[1], now[2], now[3], now[4] }
