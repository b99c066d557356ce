#!lua flags=allow-oom
--[[
  Extends the leases of the jobs that one instance runs. Fenced by the claim: a job that was recovered meanwhile is not
  extended, and the instance is told, so that it can stop what nobody waits for any more.

  KEYS   1 in_flight ZSET in-flight
  ARGV   1 prefix    2 lease_ms    3 now ms, '' = Redis TIME    then for each job: name, claim
  RETURNS for each claim: position; those that are no longer this instance's, by their position in that list, from 0
]]
local in_flight = KEYS[1]
local lease_ms, FIRST_JOB = tonumber(ARGV[2]), 4
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[3]) }
-- include fence

local leases, lost = { 'XX' }, {}
local claims = read_claims(queue, ARGV, FIRST_JOB, 2)
for i = FIRST_JOB, #ARGV, 2 do
  if take_claim(claims, ARGV[i], ARGV[i + 1]) then
    leases[#leases + 1], leases[#leases + 2] = queue.now + lease_ms, ARGV[i]
  else
    lost[#lost + 1] = (i - FIRST_JOB) / 2
  end
end
if #leases > 1 then redis.call('ZADD', in_flight, unpack(leases)) end
return lost
