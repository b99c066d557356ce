-- How many jobs ended in each of the last seconds, as one text, 'second n n n ...': the second of the Redis clock in which one
-- ended last, how many ended in it, and in each second before. A group keeps it in its meta and the queue in its pace, written
-- in the same step, so that the parts of all groups add up to the whole. Recent.java reads it.
local function count_recent(kept, now, count)
  local second, SECONDS = math.floor(now / 1000), 10
  local newest, first, rest = string.match(kept or '', '^(%d+) (%d+)(.*)$')
  local age = newest and second - tonumber(newest) or SECONDS
  if age == 0 then return string.format('%d %d%s', second, first + count, rest) end
  if age < 0 or age >= SECONDS then return string.format('%d %d', second, count) end -- long ago, or the clock went back
  local text, left = string.format('%d %d%s %s', second, count, string.rep(' 0', age - 1), first), SECONDS - age - 1
  for n in string.gmatch(rest, ' %d+') do
    if left == 0 then break end
    text, left = text .. n, left - 1
  end
  return text
end
