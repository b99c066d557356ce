#!lua flags=no-writes
--[[
  Counts the jobs of every group in Ready, Non-ready and In-flight and compares the counts with the groups' counters, and
  all of them with the queue's own counters, everything at one moment. Does nothing if there are too many to count at once.

  KEYS   1 ready LIST ready-queue    2 ready_front ZSET ready-front    3 non_ready ZSET non-ready-queue
         4 in_flight ZSET in-flight    5 stats HASH stats
  ARGV   1 prefix    2 limit of jobs and groups together, int > 0
  RETURNS 1 answer counted|too_many    2 surplus, by how many unfinished jobs the queue's counters are too high
         then for each group: id, fingerprint, admitted, running, non_ready; those with wrong counters, and what was counted
]]
local ready, ready_front, non_ready, in_flight, stats = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local queue, limit = { prefix = ARGV[1] }, tonumber(ARGV[2])
-- include group_books
-- include job_name

local size = redis.call('LLEN', ready) + redis.call('ZCARD', ready_front) + redis.call('ZCARD', non_ready)
  + redis.call('ZCARD', in_flight)
for _, status in ipairs(OPEN) do size = size + redis.call('ZCARD', queue.prefix .. 'groups:' .. status) end
if size > limit then return { 'too_many', 0 } end

local counts = {}
local function count_of(group)
  counts[group] = counts[group] or { ready = 0, non_ready = 0, in_flight = 0 }
  return counts[group]
end
local function count(names, place)
  for _, name in ipairs(names) do
    local group = group_of(name)
    if redis.call('EXISTS', queue.prefix .. 'job:' .. name) == 1 then count_of(group)[place] = count_of(group)[place] + 1 end
  end
end
count(redis.call('LRANGE', ready, 0, -1), 'ready')
count(redis.call('ZRANGE', ready_front, 0, -1), 'ready')
count(redis.call('ZRANGE', non_ready, 0, -1), 'non_ready')
count(redis.call('ZRANGE', in_flight, 0, -1), 'in_flight')
for _, status in ipairs(OPEN) do
  for _, group in ipairs(redis.call('ZRANGE', queue.prefix .. 'groups:' .. status, 0, -1)) do count_of(group) end
end

local reply, unfinished = { 'counted', 0 }, 0
for group, counted in pairs(counts) do
  local b = open_books(queue, group)
  local admitted = counted.ready + counted.in_flight
  if b.open then unfinished = unfinished + b.totalJobs - b.doneJobs end
  if b.status and (b.admitted ~= admitted or b.running ~= counted.in_flight or b.nonReady ~= counted.non_ready) then
    for _, value in ipairs({ group, b.mark, admitted, counted.in_flight, counted.non_ready }) do
      reply[#reply + 1] = value
    end
  end
end
local kept, sign = redis.call('HMGET', stats, 'enqueued', 'retried', 'corrected', 'completed', 'failed', 'cancelled',
  'expired'), { 1, 1, 1, -1, -1, -1, -1 }
for i = 1, 7 do reply[2] = reply[2] + sign[i] * tonumber(kept[i] or '0') end
reply[2] = reply[2] - unfinished
return reply
