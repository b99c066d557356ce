#!lua flags=no-writes
--[[
  Shows a job and where it is now. The list of a group's pending jobs is not searched: a job that waits and is nowhere else
  is there.

  KEYS   1 ready LIST ready-queue    2 ready_front ZSET ready-front    3 non_ready ZSET non-ready-queue
         4 in_flight ZSET in-flight    5 parked ZSET parked-groups    6 rate_limited ZSET rate-limited-groups
         7 instances HASH instances    8 held ZSET held-groups
  ARGV   1 prefix    2 name    3 now ms, '' = Redis TIME
  RETURNS 1 place in_flight (until its lease ends)|non_ready, scheduled (until due)|ready|parked (its group or tenant)|fair_queue|
         none (it has ended)    2 until ms, inf or ''    3 parked_for, why: rate|throttled|concurrency|full|processor (that nobody
         knows)|elsewhere (that another instance knows)|paused, held (its tenant)|held and the reason (lib/hold)|''    4 history, the list of its failed attempts    5 fields, a list of field and value in turn; nothing at all when there is no
         such job
]]
local ready, ready_front, non_ready, in_flight, parked, rate_limited = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local instances, held = KEYS[7], KEYS[8]
local name = ARGV[2]
-- include clock
local queue = { prefix = ARGV[1], now = clock(ARGV[3]) }
-- include claim_entry
-- include hold
-- include job_name
-- include tenant

local fields = redis.call('HGETALL', queue.prefix .. 'job:' .. name)
if #fields == 0 then return {} end
local job = {}
for i = 1, #fields, 2 do job[fields[i]] = fields[i + 1] end
local claim, ended = claim_of(queue, name)

local WAITS = { PENDING = true, READY = true, WAITING = true }
local function place_of_tenant(tenant)
  local why = tenant and redis.call('HGET', tenant_key(queue, tenant) .. ':meta', 'parked')
  if not why then return 'fair_queue', '', '' end
  return 'parked', redis.call('ZSCORE', rate_limited, tenant) or redis.call('ZSCORE', held, tenant) or 'inf', why
end

local function place()
  local lease = redis.call('ZSCORE', in_flight, name)
  if lease then return 'in_flight', lease, '' end
  local due = redis.call('ZSCORE', non_ready, name)
  if due then return 'non_ready', due, '' end
  if ended or not WAITS[job.status] then return 'none', '', '' end
  if redis.call('ZSCORE', ready_front, name) or redis.call('LPOS', ready, name) then return 'ready', '', '' end
  local group = group_of(name)
  local run_at = redis.call('ZSCORE', queue.prefix .. 'group:' .. group .. ':scheduled', name)
  if run_at then return 'scheduled', run_at, '' end
  local held_until = redis.call('ZSCORE', held, group)
  if held_until then
    local meta = redis.call('HMGET', queue.prefix .. 'group:' .. group .. ':meta', unpack(HOLD_FIELDS))
    return 'parked', held_until, 'held ' .. (hold_of(queue, meta, 1) or '')
  end
  local until_when = redis.call('ZSCORE', parked, group) or redis.call('ZSCORE', rate_limited, group)
  if not until_when then return place_of_tenant(tenant_of(group)) end
  local why, missing = unpack(redis.call('HMGET', queue.prefix .. 'group:' .. group .. ':meta', 'parked', 'missing'))
  local is_known = why == 'processor' and redis.call('HEXISTS', queue.prefix .. 'unknown-types', missing or '') == 0
  return 'parked', until_when, is_known and 'elsewhere' or why or ''
end

-- A claim id begins with the life of the process that has it, and the process says in its heartbeat which life it is.
local instance_of_life
local function instance_of(life)
  if not instance_of_life then
    instance_of_life = {}
    local all = redis.call('HGETALL', instances)
    for i = 1, #all, 2 do instance_of_life[string.match(all[i + 1], '"life":"([^"]*)"') or ''] = all[i] end
  end
  return life ~= '' and instance_of_life[life] or ''
end

local where, until_when, parked_for = place()
local history, WIDTH = redis.call('LRANGE', queue.prefix .. 'job-attempts:' .. name, 0, -1), 6
for i = WIDTH, #history, WIDTH do history[i] = instance_of(history[i]) end
-- why appended: later fields win, and the job's own hash knows only the attempt before
local function set(field, value) fields[#fields + 1], fields[#fields + 2] = field, value end
if claim or ended then
  local attempt, started = string.match(claim or ended, '^(%d+) (%d+)')
  set('attempts', attempt)
  set('startedAt', started)
  set('instance', instance_of(string.match(claim or '', '^%d+ %d+ ([^.]+)') or string.match(ended or '', '([^ .]+)%.%S+$') or ''))
end
if ended then
  set('status', 'COMPLETED')
  set('finishedAt', string.match(ended, '^%d+ %d+ (%d+)'))
end
return { where, until_when, parked_for, history, fields }
