-- include job_name
-- Dead letters: jobs that failed for good and wait for a person. They are also kept by group, error code and processor, so
-- that a person can narrow a hundred thousand of them down without a scan.

local function dead_letter_lists(queue, letter)
  local lists = queue.prefix .. 'dead-letters:'
  return { queue.prefix .. 'dead-letter-queue', lists .. 'group:' .. letter.group, lists .. 'code:' .. letter.code,
    lists .. 'processor:' .. letter.processor }
end

-- letter: its group, code and processor.
local function add_dead_letter(queue, name, letter, failed_at)
  for _, list in ipairs(dead_letter_lists(queue, letter)) do redis.call('ZADD', list, failed_at, name) end
end

-- letters: the name, group, code and processor of each. Writes each list once.
local function remove_dead_letters(queue, letters)
  local names = {}
  for _, letter in ipairs(letters) do
    for _, list in ipairs(dead_letter_lists(queue, letter)) do
      names[list] = names[list] or {}
      table.insert(names[list], letter.name)
    end
  end
  for list, gone in pairs(names) do redis.call('ZREM', list, unpack(gone)) end
end

-- Ends a job for good. It keeps everything that is needed to judge and retry it, and is never trimmed by itself.
-- failure: its code and message.
local function fail_job(queue, name, failure)
  queue.ended = queue.ended or {}
  table.insert(queue.ended, name)
  local group = group_of(name)
  local key, group_key = queue.prefix .. 'job:' .. name, queue.prefix .. 'group:' .. group
  local run = redis.call('HGET', group_key .. ':meta', 'run') or '0'
  local processor = redis.call('HGET', key, 'processorType') or ''
  redis.call('HSET', key, 'status', 'FAILED', 'finishedAt', queue.now, 'run', run)
  add_dead_letter(queue, name, { group = group, code = failure.code, processor = processor }, queue.now)
  redis.call('HINCRBY', group_key .. ':meta', 'deadLetters', 1) -- of all runs: the group stays as long as they do
  redis.call('HINCRBY', queue.prefix .. 'stats', 'failed', 1)
  redis.call('HINCRBY', group_key .. ':errors', failure.code, 1)
  local example = id_of(name) .. ' ' .. string.sub(failure.message, 1, 200)
  redis.call('HSETNX', group_key .. ':errors', 'example:' .. failure.code, example)
end

-- Pauses the queue in the step in which a job fails, so that no later job can start in between.
local function pause_on_failure(queue, name, reason)
  local state = queue.prefix .. 'state'
  if redis.call('HGET', state, 'paused') == '1' then return end
  redis.call('HSET', state, 'paused', '1', 'pausedAt', queue.now, 'pauseReason', reason, 'pausedBy', 'bulk-action',
    'failedJob', name)
end
