#!lua flags=no-writes
--[[
  Shows since when the job that has waited longest waits, without looking at every group: the first job of a group is its
  oldest, and the groups that came to their status first are those whose jobs can be the oldest. At most `max_groups` of
  each status are looked at. Retries wait for a time, not for their turn, and do not count.

  KEYS   1 created ZSET groups:CREATED    2 dispatched ZSET groups:DISPATCHED    3 running ZSET groups:RUNNING
         4 ready LIST ready-queue
  ARGV   1 prefix    2 max_groups int > 0    3 now ms, '' = Redis TIME
  RETURNS 1 now    2 created_at of the oldest, '' = nothing waits
]]
local created, dispatched, running, ready = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local prefix, max_groups = ARGV[1], tonumber(ARGV[2])
-- include clock
local now = clock(ARGV[3])

local oldest
local function consider(id)
  if not id then return end
  local job = redis.call('HMGET', prefix .. 'job:' .. id, 'createdAt', 'attempts')
  local since, is_retry = tonumber(job[1] or ''), job[2]
  if since and not is_retry and (not oldest or since < oldest) then oldest = since end
end

for _, groups in ipairs({ created, dispatched, running }) do
  for _, group in ipairs(redis.call('ZRANGE', groups, 0, max_groups - 1)) do
    consider(redis.call('LINDEX', prefix .. 'group:' .. group .. ':jobs', 0))
  end
end
consider(redis.call('LINDEX', ready, 0))
return { now, oldest and string.format('%.0f', oldest) or '' }
