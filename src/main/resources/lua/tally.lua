#!lua flags=allow-oom
--[[
  Checks the books of groups, each at one moment: its sums, and whether it is in every set it must be in and in no
  other. Where fix says so, it is put where it belongs; wrong sums are left to a recount.

  KEYS   1 pace HASH
  ARGV   1 prefix    2 fix 1|0    3 order (lib/fair)    4 now ms, '' = Redis TIME    then for each group: id
  RETURNS for each group: id, status or '', fingerprint, total - done, admitted, running, non-ready, staged, what is
         wrong as words joined by a comma
]]
local pace = KEYS[1]
local prefix, fix, FIRST_GROUP = ARGV[1], ARGV[2] == '1', 5
-- include fair
local order = fair_order(ARGV[3])
-- include clock
local now = clock(ARGV[4])
-- include wake
-- include park
-- include status
-- include settle
-- include books

local function put_back(b)
  local meta = redis.call('HMGET', b.key .. ':meta', 'basePriority', 'lastServedAt')
  local served_at = tonumber(meta[2] or 'x') or next_serve(pace, now)
  redis.call('HSET', b.key .. ':meta', 'lastServedAt', exact(served_at))
  redis.call('ZADD', prefix .. 'fair-queue:' .. (b.level or 'normal'),
    exact(score_of(served_at, tonumber(meta[1] or '0'), b.doneJobs, b.totalJobs, order)), b.id)
  wake(prefix .. 'wake:fetcher')
end

local reply = {}
for i = FIRST_GROUP, #ARGV do
  local b, words = open_books(prefix, ARGV[i]), {}
  local function tell(word, mend)
    words[#words + 1] = word
    if fix and mend then mend() end
  end
  if b.status then check_sums(prefix, b, tell) else tell('missing') end
  check_sets(prefix, b, tell, now)
  check_service(prefix, b, tell, function() put_back(b) end)
  if b.open and b.sealed and b.doneJobs >= b.totalJobs then
    tell('unended', function() settle(prefix, b.id, {}, order, now) end)
  end
  local n = #reply
  reply[n + 1], reply[n + 2], reply[n + 3], reply[n + 4] = b.id, b.status or '', b.mark, b.totalJobs - b.doneJobs
  reply[n + 5], reply[n + 6], reply[n + 7], reply[n + 8] = b.admitted, b.running, b.nonReady, b.staged
  reply[n + 9] = table.concat(words, ',')
end
return reply
