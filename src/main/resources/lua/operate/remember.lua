#!lua flags=allow-oom
--[[
  Keeps a sample of the queue for the charts, at falling resolution: for each step of time the first sample that an instance
  brings. Also keeps marks: a pause, a resume, the start of an instance. Each is written once, whoever brings it, and old ones
  are removed.

  KEYS   1 history HASH history    2 marks ZSET marks
  ARGV   1 at ms, when the sample was taken    2 sample    3 keep_marks_ms    4 max_marks
         5 steps, for each resolution 'step_ms:how_many', with a blank between    then for each mark: time ms, text
  RETURNS 1 written, samples that were new    2 marked, marks that were new
]]
local history, marks = KEYS[1], KEYS[2]
local at, sample, keep_marks_ms, max_marks, steps = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]
local FIRST_MARK, WIDTH = 6, 2

local written, marked = 0, 0
for step_ms, count in string.gmatch(steps, '(%d+):(%d+)') do
  local slot = math.floor(at / step_ms)
  if redis.call('HSETNX', history, step_ms .. ':' .. slot, sample) == 1 then
    written = written + 1
    for age = 0, 9 do redis.call('HDEL', history, step_ms .. ':' .. string.format('%d', slot - count - age)) end
  end
end
for i = FIRST_MARK, #ARGV, WIDTH do marked = marked + redis.call('ZADD', marks, 'NX', ARGV[i], ARGV[i + 1]) end
if marked > 0 then
  redis.call('ZREMRANGEBYSCORE', marks, '-inf', at - keep_marks_ms)
  redis.call('ZREMRANGEBYRANK', marks, 0, -max_marks - 1)
end
return { written, marked }
