#!lua flags=allow-oom
--[[
  Grants an instance tokens of the current window, for jobs that it is about to claim. The ledger is the one place where the
  tokens of a queue with several partitions, or of several queues, are counted: by one clock, and as if a claim had paid
  them. What an instance was granted and did not use, because it found no jobs or died, is lost unless it gives it back:
  then there are fewer starts than tokens, and never more.

  KEYS   1 ledger HASH ledger
  ARGV   1 rate (lib/window)    2 wanted, how many tokens at most    3 unused, tokens that are given back    4 of_window, the
         start of the window for which they were granted, 0 = none    5 now ms, '' = Redis TIME
  RETURNS 1 granted    2 wait_ms until there are tokens, -1 if some were granted    3 start_ms, how long from now on they
         count    4 window, its start; 0 if these tokens cannot be given back, because they are of two windows
]]
local ledger = KEYS[1]
local rate, wanted, unused, of_window = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
-- include clock
local queue = { now = clock(ARGV[5]) }
-- include window

local window = open_window(queue, rate)
local tokens = open_limit(window, window.per_window, redis.call('HGET', ledger, 'windows') or nil)
if of_window == window.starts then tokens.used = math.max(0, tokens.used - unused) end
local granted = math.min(wanted, tokens_left(tokens, window, queue.now))
take_tokens(tokens, window, granted)
redis.call('HSET', ledger, 'windows', history_of(tokens, window))
local wait_ms = granted == 0 and token_at(tokens, window, 1) - queue.now or -1
return { granted, wait_ms, window.start_by - queue.now, window.is_late and 0 or window.starts }
