-- include fair
-- include status
-- include wake
-- The end of a run: every job is done, nobody adds more. A run whose results an aggregator wants waits for the watcher, which
-- has them aggregated (AGGREGATING). Every other run is finished in the same step, because its result is a view of its
-- counters (lib/result).

-- group: its meta, with the counters as they are at the end. Adds to what is to be written into it; returns what save_ends
-- needs to know.
local function end_run(queue, id, group, write)
  local is_cancelled, to = group.status == 'CANCELLING', 'COMPLETED'
  if number_of(group.aggregates) > 0 then to = 'AGGREGATING'
  elseif is_cancelled then to = 'CANCELLED'
  elseif number_of(group.failedCount) > 0 then to = 'FAILED' end
  -- why counted: a run that reopens ends again, and a result made for the earlier ending must not be taken for this one
  local ending = number_of(group.endings) + 1
  if ending > 1 and to ~= 'AGGREGATING' then redis.call('HDEL', queue.prefix .. 'group:' .. id .. ':result', group.run) end
  for _, value in ipairs({ 'status', to, 'finishedAt', exact(queue.now), 'endings', exact(ending) }) do
    write[#write + 1] = value
  end
  if is_cancelled then write[#write + 1], write[#write + 2] = 'outcome', 'CANCELLED' end
  return { group = id, from = group.status, to = to, note = group.run .. ' ' .. ending .. ' ' .. id,
    callback = group.callback }
end

-- Writes for all runs at once what end_run decided: the sets they are in, and what is to be announced. Events and callbacks
-- stay due until they have been published or delivered.
local function save_ends(queue, runs)
  if #runs == 0 then return end
  local moves, all, aggregating, finished, events, callbacks, now = {}, {}, {}, {}, {}, {}, exact(queue.now)
  local function add(entries, entry) entries[#entries + 1], entries[#entries + 2] = now, entry end
  for _, run in ipairs(runs) do
    local name = run.from .. run.to
    all[#all + 1] = run.group
    moves[name] = moves[name] or { from = run.from, to = run.to, groups = {} }
    table.insert(moves[name].groups, run.group)
    if run.from == 'CANCELLING' then redis.call('SREM', queue.prefix .. 'cancelling-groups', run.group) end
    if run.to == 'AGGREGATING' then
      add(aggregating, run.group)
    else
      add(finished, run.group)
      add(events, run.note)
      if run.callback then add(callbacks, run.note .. ' ' .. run.callback) end
    end
  end
  for _, move in pairs(moves) do index_status(queue, move.groups, move.from, move.to) end
  redis.call('ZREM', queue.prefix .. 'congested-groups', unpack(all))
  if #aggregating > 0 then redis.call('ZADD', queue.prefix .. 'aggregating-groups', unpack(aggregating)) end
  if #finished > 0 then
    redis.call('ZADD', queue.prefix .. 'finished-groups', unpack(finished))
    redis.call('ZADD', queue.prefix .. 'events', unpack(events))
  end
  if #callbacks > 0 then redis.call('ZADD', queue.prefix .. 'callbacks', unpack(callbacks)) end
  wake(queue.prefix .. 'wake:fetcher') -- the shares of the others grow
end
