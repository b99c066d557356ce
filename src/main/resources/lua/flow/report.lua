#!lua
--[[
  Keeps what running jobs say of themselves: how far they are, and where a later attempt can continue. Fenced by the claim:
  what an attempt says after it has lost its job does not count.

  KEYS   1 in_flight ZSET in-flight
  ARGV   1 prefix    then for each job: name, claim, progress or '' = as it is, checkpoint JSON or '' = as it is
  RETURNS 1 kept, of how many jobs
]]
local in_flight = KEYS[1]
local queue, FIRST_JOB, WIDTH = { prefix = ARGV[1] }, 2, 4
-- include fence

local kept, claims = 0, read_claims(queue, ARGV, FIRST_JOB, WIDTH)
for i = FIRST_JOB, #ARGV, WIDTH do
  local name, progress, checkpoint = ARGV[i], ARGV[i + 2], ARGV[i + 3]
  if take_claim(claims, name, ARGV[i + 1]) and redis.call('ZSCORE', in_flight, name) then
    local fields = {}
    if progress ~= '' then fields[1], fields[2] = 'progress', progress end
    if checkpoint ~= '' then fields[#fields + 1] = 'checkpoint'; fields[#fields + 1] = checkpoint end
    if #fields > 0 then redis.call('HSET', queue.prefix .. 'job:' .. name, unpack(fields)) end
    kept = kept + 1
  end
end
return { kept }
