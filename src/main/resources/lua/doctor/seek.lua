#!lua flags=no-writes
--[[
  Searches one piece of a group's list for jobs, from its end towards its front. The list changes between two pieces, but
  only at its ends. So positions are distances from an anchor, the job that was last when the search began: no piece is
  skipped or searched twice.

  KEYS   1 list LIST group:<g>:jobs
  ARGV   1 anchor name, '' = whatever is last now    2 distance of the piece's last job from the anchor    3 count int > 0
         then for each job: name
  RETURNS 1 answer searched|moved (the anchor is not near the end any more)    2 anchor    3 next, the distance at which
         the next piece begins, -1 at the front    then for each job: name, distance; those that were found
]]
local list = KEYS[1]
local anchor, distance, count, FIRST_JOB = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), 4
-- include positions

if anchor == '' then anchor = redis.call('LINDEX', list, -1) or '' end
if anchor == '' then return { 'searched', '', -1 } end
local anchor_at = find_anchor(list, anchor)
if not anchor_at then return { 'moved', '', -1 } end
local wanted, last = {}, anchor_at - distance
for i = FIRST_JOB, #ARGV do wanted[ARGV[i]] = true end
if last < 0 then return { 'searched', anchor, -1 } end
local first = math.max(0, last - count + 1)
local reply = { 'searched', anchor, first > 0 and anchor_at - first + 1 or -1 }
for i, name in ipairs(redis.call('LRANGE', list, first, last)) do
  if wanted[name] then reply[#reply + 1], reply[#reply + 2] = name, anchor_at - (first + i - 1) end
end
return reply
