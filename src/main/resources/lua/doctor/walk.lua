#!lua flags=allow-oom
--[[
  Walks over a few keys of the queue and checks each by itself. On a cluster it runs on the node of the queue and sees only
  the keys of that node.

  KEYS   1 non_ready ZSET non-ready-queue    2 in_flight ZSET in-flight
  ARGV   1 prefix    2 pattern after the prefix    3 cursor    4 count int > 0    5 since ms, younger jobs are left to
         the next walk    6 fix 1|0, remove what has no owner
  RETURNS 1 cursor of the next step    2 jobs seen    then for each key: tag, name; tag is listed (a job that must be in a
         list), suspect (a job that contradicts itself), group (name is group:part), orphan (removed with fix unless
         jobs may depend on it), endless (should expire and does not) or other
]]
local non_ready, in_flight = KEYS[1], KEYS[2]
local queue, pattern, cursor, count = { prefix = ARGV[1] }, ARGV[2], ARGV[3], tonumber(ARGV[4])
local since, fix = tonumber(ARGV[5]), ARGV[6] == '1'
-- include dead_letter
-- include claim_entry
-- include job_name

local prefix = queue.prefix
local reply, jobs, known = { '', 0 }, 0, {}
local function tell(tag, name) reply[#reply + 1], reply[#reply + 2] = tag, name end
local function has_group(group)
  if known[group] == nil then known[group] = redis.call('EXISTS', prefix .. 'group:' .. group .. ':meta') == 1 end
  return known[group]
end

local ENDED = { COMPLETED = true, CANCELLED = true, MANUALLY_RESOLVED = true, EXPIRED = true }
local function look_at_job(key, name)
  local job = redis.call('HMGET', key, 'status', 'createdAt', 'errorCode', 'processorType')
  local group = group_of(name)
  local claim, ended = claim_of(queue, name)
  local status, expires = ended and 'COMPLETED' or job[1], redis.call('PTTL', key)
  if expires == -2 then return end -- it has just expired
  jobs = jobs + 1
  local leased = redis.call('ZSCORE', in_flight, name) and true or false
  if leased ~= (claim and true or false) then
    tell('suspect', name)
  elseif ENDED[status] then
    if leased or (expires == -1 and not ended) then tell('suspect', name) end
  elseif not status or not has_group(group) or expires ~= -1 then
    tell('suspect', name)
  elseif status == 'FAILED' then
    local letter = { group = group, code = job[3] or '', processor = job[4] or '' }
    for _, list in ipairs(dead_letter_lists(queue, letter)) do
      if not redis.call('ZSCORE', list, name) then return tell('suspect', name) end
    end
  elseif not leased and (status == 'READY' or not (redis.call('ZSCORE', non_ready, name)
    or redis.call('ZSCORE', prefix .. 'group:' .. group .. ':scheduled', name))) then
    if tonumber(job[2] or '0') <= since then tell('listed', name) end
  end
end

local function look_at(key, name)
  local kind, rest = string.match(name, '^([a-z-]+):(.*)$')
  if kind == 'job' then
    look_at_job(key, rest)
  elseif kind == 'job-attempts' then
    if redis.call('EXISTS', prefix .. 'job:' .. rest) == 0 and redis.call('PTTL', key) == -1 then
      if fix then redis.call('UNLINK', key) end
      tell('orphan', name)
    end
  elseif kind == 'group' then
    if pattern == '*' then return end -- groups have a walk of their own
    local group, part = string.match(rest, '^(.*):([a-z]+)$')
    if not group or not has_group(group) then
      -- why not these: they name jobs that may still be repaired
      if fix and part ~= 'jobs' and part ~= 'returned' and part ~= 'scheduled' then redis.call('UNLINK', key) end
      tell('orphan', name)
    else
      tell('group', rest)
    end
  elseif kind == 'tenant' then
    local tenant = string.match(rest, '^(.*):[a-z]+$')
    -- why also by its groups: where those exist, it is only not listed, and its limits must not be lost
    if redis.call('SISMEMBER', prefix .. 'tenants', tenant .. '/') == 0
      and redis.call('EXISTS', prefix .. 'tenant:' .. tenant .. ':groups') == 0 then
      if fix then redis.call('UNLINK', key) end
      tell('orphan', name)
    end
  elseif kind == 'congestion' then
    if redis.call('PTTL', key) == -1 then
      if fix then redis.call('UNLINK', key) end
      tell('endless', name)
    end
  else
    tell('other', name)
  end
end

local page = redis.call('SCAN', cursor, 'MATCH', prefix .. pattern, 'COUNT', count)
for _, key in ipairs(page[2]) do look_at(key, string.sub(key, #prefix + 1)) end
reply[1], reply[2] = page[1], jobs
return reply
