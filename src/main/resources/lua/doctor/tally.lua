#!lua flags=allow-oom
--[[
  Checks groups, each at one moment: whether its counters agree, and whether it is in every set it must be in and in no
  other. With fix it is put where it belongs; wrong counters are left to a recount.

  KEYS   1 pace HASH pace
  ARGV   1 prefix    2 fix 1|0    3 order (lib/fair)    4 now ms, '' = Redis TIME    then for each group: id
  RETURNS for each group: id, status, fingerprint, unfinished, admitted, running, non_ready, wrong; the status is
         '' if there is no such group; wrong is a list of words separated by commas
]]
local pace = KEYS[1]
local fix, FIRST_GROUP = ARGV[2] == '1', 5
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[3]), now = clock(ARGV[4]) }
-- include wake
-- include group_changes
-- include group_books
-- include group_seats
-- include seat

local function put_back(b)
  local served_at = tonumber(redis.call('HGET', b.key .. ':meta', 'lastServedAt') or 'x') or next_serve(pace, queue.now)
  redis.call('HSET', b.key .. ':meta', 'lastServedAt', exact(served_at), 'level', b.level or 'normal')
  take_seat(queue, b.id)
  wake(queue.prefix .. 'wake:fetcher')
end

local reply = {}
for i = FIRST_GROUP, #ARGV do
  local b, words = open_books(queue, ARGV[i]), {}
  local function tell(word, mend)
    words[#words + 1] = word
    if fix and mend then mend() end
  end
  if b.status then check_sums(queue, b, tell) else tell('missing') end
  check_sets(queue, b, tell)
  check_tenant(queue, b, tell)
  check_service(queue, b, tell, function() put_back(b) end)
  if b.open and b.sealed and b.doneJobs >= b.totalJobs then
    tell('unended', function() apply_change(queue, b.id, {}) end)
  end
  local n = #reply
  reply[n + 1], reply[n + 2], reply[n + 3], reply[n + 4] = b.id, b.status or '', b.mark, b.totalJobs - b.doneJobs
  reply[n + 5], reply[n + 6], reply[n + 7], reply[n + 8] = b.admitted, b.running, b.nonReady, table.concat(words, ',')
end
return reply
