#!lua flags=allow-oom
--[[
  Extends the leases of what one instance runs. Fenced by the claim: one that was recovered meanwhile is not extended,
  and the instance is told, so that it can stop what nobody waits for any more.

  KEYS   1 in_flight ZSET
  ARGV   1 prefix    2 lease_ms    3 now ms, '' = Redis TIME    then for each job: id, claim
  RETURNS places in that list, from 0, of the claims that are no longer this instance's
]]
local in_flight = KEYS[1]
local prefix, lease_ms, FIRST_JOB = ARGV[1], tonumber(ARGV[2]), 4
-- include clock
local now = clock(ARGV[3])
-- include fence

local leases, lost = { 'XX' }, {}
local claims = read_claims(prefix, ARGV, FIRST_JOB, 2)
for i = FIRST_JOB, #ARGV, 2 do
  if take_claim(claims, ARGV[i], ARGV[i + 1]) then
    leases[#leases + 1], leases[#leases + 2] = now + lease_ms, ARGV[i]
  else
    lost[#lost + 1] = (i - FIRST_JOB) / 2
  end
end
if #leases > 1 then redis.call('ZADD', in_flight, unpack(leases)) end
return lost
