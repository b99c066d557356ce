#!lua flags=allow-oom
--[[
  Removes completed jobs whose retention is over, a few per call, oldest first. Why jobs have no expiry of their own: setting
  it would be one more write for each.

  KEYS   1 claims HASH claims    2 completed_order LIST completed-order, names with the oldest left
  ARGV   1 prefix    2 limit int > 0    3 retention_ms    4 now ms, '' = Redis TIME
  RETURNS 1 removed
]]
local claims, completed_order = KEYS[1], KEYS[2]
local prefix, limit, retention_ms = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
-- include clock
local now = clock(ARGV[4])

local names = redis.call('LRANGE', completed_order, 0, limit - 1)
if #names == 0 then return { 0 } end
local old, keys = {}, {}
for n, entry in ipairs(redis.call('HMGET', claims, unpack(names))) do
  if entry and tonumber(string.match(entry, '^%d+ %d+ (%d+)')) > now - retention_ms then break end
  old[n] = names[n]
  keys[2 * n - 1], keys[2 * n] = prefix .. 'job:' .. names[n], prefix .. 'job-attempts:' .. names[n]
end
if #old > 0 then
  redis.call('UNLINK', unpack(keys))
  redis.call('HDEL', claims, unpack(old))
  redis.call('LTRIM', completed_order, #old, -1)
end
return { #old }
