#!lua flags=no-writes
--[[
  Shows since when the job that waits longest waits, without looking at every group: a group's first job is its oldest,
  and the groups that came to their status first are those whose jobs can be the oldest. At most `looked` groups of each
  status are looked at. Retries wait for a time, not for their turn, and do not count.

  KEYS   1 created ZSET    2 dispatched ZSET    3 running ZSET    4 ready LIST
  ARGV   1 prefix    2 looked int > 0    3 now ms, '' = Redis TIME
  RETURNS {now, createdAt of the oldest, '' = nothing waits}
]]
local created, dispatched, running, ready = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local prefix, looked = ARGV[1], tonumber(ARGV[2])
-- include clock
local now = clock(ARGV[3])

local oldest
local function consider(id)
  if not id then return end
  local job = redis.call('HMGET', prefix .. 'job:' .. id, 'createdAt', 'status')
  local since = tonumber(job[1] or '')
  local in_turn = not job[2] or job[2] == 'PENDING'
  if since and in_turn and (not oldest or since < oldest) then oldest = since end
end

for _, groups in ipairs({ created, dispatched, running }) do
  for _, group in ipairs(redis.call('ZRANGE', groups, 0, looked - 1)) do
    consider(redis.call('LINDEX', prefix .. 'group:' .. group .. ':jobs', 0))
  end
end
consider(redis.call('LINDEX', ready, 0))
return { now, oldest and string.format('%.0f', oldest) or '' }
