-- include claim
-- include job_name
-- include tenant
-- Claims for idle workers in the step that fills Ready. A job of a group that has limits or is being cancelled, or
-- of a type that the caller does not know or of which it may run no more, is left to flow/claim, with all that are behind it.

-- all: whether no group has limits or is being cancelled.
local function is_plain(queue, group, all)
  if all then return true end
  local limited, tenant = queue.prefix .. 'limited-groups', tenant_of(group)
  return redis.call('SISMEMBER', limited, group) == 0 and (not tenant or redis.call('SISMEMBER', limited, tenant) == 0)
    and redis.call('SISMEMBER', queue.prefix .. 'cancelling-groups', group) == 0
end

local function claim_plain(queue, pace, terms)
  local claim, refused = open_claim(queue, pace, terms)
  if not claim then return refused end
  local all = redis.call('EXISTS', queue.prefix .. 'limited-groups', queue.prefix .. 'cancelling-groups') == 0
  local part = next_part(claim)
  while #part > 0 do
    for at, name in ipairs(part) do
      local group = group_of(name)
      if not is_plain(queue, group, all) then
        end_before(claim, at)
        break
      end
      local job, is_last = read_job(claim, name, at)
      local is_too_late = job[7] and tonumber(job[7]) <= queue.now
      local is_foreign = job[1] and string.find(terms.foreign, ' ' .. job[1] .. ' ', 1, true)
      if job[1] and (is_too_late or is_foreign or is_full(claim, group, job[1])) then
        end_before(claim, at)
        break
      end
      if job[1] then start_job(claim, name, group, job) end -- else removed by hand: there is nothing to run
      if is_last then break end
    end
    part = next_part(claim)
  end
  return close_claim(claim)
end
