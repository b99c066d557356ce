#!lua flags=no-writes
--[[
  Shows what runs came to: for each the record that its result is a view of (lib/result).

  KEYS   1 state HASH state, which says no more than where the queue is
  ARGV   1 prefix    then for each run: group, run; which is a number, last for the last that
         finished, or current for the run so far
  RETURNS for each run: record JSON, '' = there is none (any more)
]]
local state = KEYS[1]
local FIRST_RUN = 2
local queue = { prefix = ARGV[1], state = state }
-- include status
-- include result

local function kept_record(group, run)
  return redis.call('HGET', queue.prefix .. 'group:' .. group .. ':result', run)
end

local function find(group, wanted)
  local meta = read_meta(queue, group)
  local status, run = meta.by_field.status, meta.by_field.run
  if not status then return nil end
  if wanted == 'current' then return record_of(queue, group, meta, '') end
  if wanted ~= 'last' and wanted ~= run then return kept_record(group, wanted) end
  -- why asked: of other runs nothing can have changed since they ended
  local may_be_kept = has_failures(meta) or meta.by_field.aggregates
  local record = may_be_kept and kept_record(group, run)
    or is_finished(status) and record_of(queue, group, meta, '')
  if not record and wanted == 'last' then record = kept_record(group, run - 1) end
  return record
end

local reply = {}
for i = FIRST_RUN, #ARGV, 2 do reply[#reply + 1] = find(ARGV[i], ARGV[i + 1]) or '' end
return reply
