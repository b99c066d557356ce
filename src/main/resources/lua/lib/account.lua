-- include fair
-- include job_name
-- The book of an account in this partition: how many jobs, payload bytes and open groups of it have come, and how many have
-- ended. Both only grow, so whoever adds up the partitions of several queues counts nothing twice (lib/quota). Only runs that
-- were opened on behalf of an account with a quota are in a book: the meta of all others has no field account.
local BOOK = { 'jobs', 'bytes', 'groups', 'endedJobs', 'endedBytes', 'endedGroups' }

-- change: what to add to which field. Returns all of them, with a blank between.
local function write_book(queue, account, change)
  local key, write = queue.prefix .. 'account:' .. account, {}
  local totals = redis.call('HMGET', key, unpack(BOOK))
  for i, field in ipairs(BOOK) do
    totals[i] = exact(number_of(totals[i]) + (change[field] or 0))
    write[2 * i - 1], write[2 * i] = field, totals[i]
  end
  if totals[1] == exact(change.jobs or 0) then redis.call('SADD', queue.prefix .. 'accounts', account) end -- the first
  redis.call('HSET', key, unpack(write))
  return table.concat(totals, ' ')
end

-- Names by their group: found once for all groups of a script.
local function names_of(queue, group, names)
  queue.by_group = queue.by_group or {}
  local index = queue.by_group[names]
  if not index then
    index = {}
    for _, name in ipairs(names) do
      local id = group_of(name)
      index[id] = index[id] or {}
      table.insert(index[id], name)
    end
    queue.by_group[names] = index
  end
  return index[group] or {}
end

-- Those of the jobs that are of the group and were added for an account (they have a size), and their bytes. A read for each.
local function counted_of(queue, group, names)
  local counted = { jobs = 0, bytes = 0 }
  for _, name in ipairs(names and names_of(queue, group, names) or {}) do
    local size = redis.call('HGET', queue.prefix .. 'job:' .. name, 'size')
    if size then counted.jobs, counted.bytes = counted.jobs + 1, counted.bytes + size end
  end
  return counted
end

-- What a change of a group's counters is to its account. group: its id, its meta as it was (account, bytes, partly), whether its
-- run has ended with this, and write: what will be written into its meta.
-- queue.ended, queue.revived: names of jobs that this script ended or retried. queue.freed: jobs and bytes of those that it
-- cancelled, and queue.reopened: whether it reopened the run, both by group.
local function note_account(queue, group, change)
  local id, write = group.id, group.write
  local jobs, book = (change.totalJobs or 0) - (change.doneJobs or 0), {}
  if (group.bytes or group.partly) and jobs ~= 0 then -- else every job counts, and nobody asks for its bytes
    local freed, ended = queue.freed and queue.freed[id] or { jobs = 0, bytes = 0 }, counted_of(queue, id, queue.ended)
    local revived = counted_of(queue, id, queue.revived)
    if group.partly then jobs = revived.jobs - ended.jobs - freed.jobs end
    if group.bytes then
      book.bytes, book.endedBytes = revived.bytes, ended.bytes + freed.bytes
      write[#write + 1], write[#write + 2] = 'bytes', exact(number_of(group.bytes) + book.bytes - book.endedBytes)
    end
  end
  if jobs < 0 then book.endedJobs = -jobs else book.jobs = jobs end
  if group.run_ended then book.endedGroups = 1 end
  if queue.reopened and queue.reopened[id] then book.groups = 1 end
  if jobs ~= 0 or book.endedGroups or book.groups then write_book(queue, group.account, book) end
end

-- Jobs that were added to a run of an account, if there is one. Bytes are counted from the first of them on or not at all. set:
-- writes into the group's meta. Returns the totals of the book, '' = not in it, and the bytes that are in it now.
local function book_batch(queue, account, set, batch)
  if not account or (batch.is_new and batch.jobs == 0) then return '', 0 end
  if batch.is_partly then set('partly', '1') end
  local before = batch.is_new and batch.counts_bytes and '0' or not batch.is_new and batch.bytes_before or nil
  local bytes = before and batch.bytes or 0
  set('account', account)
  if before then set('bytes', exact(number_of(before) + bytes)) end
  return write_book(queue, account, { jobs = batch.jobs, bytes = bytes, groups = batch.opens and 1 or 0 }), bytes
end
