#!lua
--[[
  Reserves part of the quota of an account for jobs that are about to be added, in whatever partition: all of what is wanted or
  nothing. A reservation holds until it is settled (flow/settle). Whoever dies before that leaves it to flow/balance, and until
  then it counts: an account may have less than its quota for a while, and never more.

  KEYS   1 quota HASH quota    2 reservations ZSET reservations
  ARGV   1 id    2 jobs    3 bytes    4 groups    5 submits 1|0, whether this is a submit by itself
         6 allowed jobs, bytes, groups and submits per second with a blank between, - = any; '' = as said last
         7 lease_ms    8 now ms, '' = Redis TIME    then for each partition: partition, totals of its book (lib/account)
  RETURNS 1 answer granted|refused|busy    2 kind jobs|bytes|groups|submits that is used up, '' = none    3 used    4 allowed
         5 wait_ms, 0 = unknown    6 add_by ms, until when jobs may be added with it    7 forgotten, reservations whose lease ended
         8 may_clear 1|0: groups that are reserved now, and may turn out to be open already, would be enough
]]
local quota, reservations = KEYS[1], KEYS[2]
local id, submits, said, lease_ms = ARGV[1], ARGV[5] == '1', ARGV[6], tonumber(ARGV[7])
local wanted, FIRST_PARTITION = { tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]) }, 9
-- include clock
local now = clock(ARGV[8])
-- include fair
-- include quota

for i = FIRST_PARTITION, #ARGV, 2 do see(quota, ARGV[i], ARGV[i + 1]) end
local known = redis.call('HMGET', quota, 'allowed', 'hold', 'nextSubmit')
if said == '' then said = known[1] or ''
elseif said ~= known[1] then redis.call('HSET', quota, 'allowed', said) end
local hold = tonumber(known[2] or '0')
if hold > now and hold <= now + lease_ms then return { 'busy', '', 0, 0, 20, 0, 0, 0 } end

local allowed = {}
for number in string.gmatch(said, '%S+') do allowed[#allowed + 1] = tonumber(number) or false end
local used, forgotten = used_of(quota), redis.call('ZCOUNT', reservations, '-inf', now)
for i, kind in ipairs(KINDS) do
  if allowed[i] and wanted[i] > 0 and used[i] + wanted[i] > allowed[i] then
    local without = kind == 'groups' and used[i] - reserved_groups(reservations, now) or used[i]
    return { 'refused', kind, exact(used[i]), exact(allowed[i]), 0, 0, forgotten, without + wanted[i] <= allowed[i] and 1 or 0 }
  end
end
if submits and allowed[4] then
  -- why so long: a burst of one second is let in at once; a rate below one a second lets in one
  local step, burst, next_submit = 1000 / allowed[4], max(1000, 1000 / allowed[4]), tonumber(known[3] or '0')
  if next_submit < now or next_submit > now + 2 * burst then next_submit = now end -- the clock went back
  local wait_ms = next_submit + step - now - burst
  if wait_ms > 0.001 then return { 'refused', 'submits', tostring(allowed[4]), tostring(allowed[4]), math.ceil(wait_ms), 0, 0, 0 } end
  redis.call('HSET', quota, 'nextSubmit', exact(next_submit + step))
end

for i, kind in ipairs(KINDS) do redis.call('HINCRBY', quota, kind, exact(wanted[i])) end
redis.call('HINCRBY', quota, 'made', 1)
if submits then redis.call('HINCRBY', quota, 'submits', 1) end
redis.call('ZADD', reservations, now + lease_ms, id .. ' ' .. exact(wanted[1]) .. ' ' .. exact(wanted[2]) .. ' ' .. exact(wanted[3]))
return { 'granted', '', 0, 0, 0, exact(now + lease_ms / 2), forgotten, 0 }
