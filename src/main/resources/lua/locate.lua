#!lua flags=no-writes
--[[
  Shows a job and where it is at this moment. The list of a group's pending jobs is not searched: a job that waits and
  is nowhere else is there.

  KEYS   1 ready LIST    2 non_ready ZSET    3 in_flight ZSET    4 parked ZSET
  ARGV   1 prefix    2 id    3 now ms, '' = Redis TIME
  RETURNS {} when there is no such job, else {place, until ms or '', number of history entries, entries...,
         field, value, ...}; place is in_flight (until its lease ends), non_ready (until due), ready, parked (its group,
         until ms or inf), fair_queue or none (finished)
]]
local ready, non_ready, in_flight, parked = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local prefix, id = ARGV[1], ARGV[2]
-- include clock
clock(ARGV[3])
-- include completed

local fields = redis.call('HGETALL', prefix .. 'job:' .. id)
if #fields == 0 then return {} end
local job = {}
for i = 1, #fields, 2 do job[fields[i]] = fields[i + 1] end
local claim, ended = claim_of(prefix, id)

local WAITS = { PENDING = true, READY = true, WAITING = true }
local function place()
  local lease = redis.call('ZSCORE', in_flight, id)
  if lease then return 'in_flight', lease end
  local due = redis.call('ZSCORE', non_ready, id)
  if due then return 'non_ready', due end
  if ended or not WAITS[job.status] then return 'none', '' end
  if redis.call('LPOS', ready, id) then return 'ready', '' end
  local until_when = redis.call('ZSCORE', parked, job.groupId or '')
  if until_when then return 'parked', until_when end
  return 'fair_queue', ''
end

local where, until_when = place()
local history = redis.call('LRANGE', prefix .. 'job-attempts:' .. id, 0, -1)
local reply = { where, until_when, #history }
for _, entry in ipairs(history) do reply[#reply + 1] = entry end
for _, field in ipairs(fields) do reply[#reply + 1] = field end
-- later fields win: what the job's own hash says is of the attempt before
if claim or ended then
  local attempt, started = string.match(claim or ended, '^(%d+) (%d+)')
  for _, field in ipairs({ 'attempts', attempt, 'startedAt', started }) do reply[#reply + 1] = field end
end
if ended then
  for _, field in ipairs({ 'status', 'COMPLETED', 'finishedAt', string.match(ended, '^%d+ %d+ (%d+)') }) do reply[#reply + 1] = field end
end
return reply
