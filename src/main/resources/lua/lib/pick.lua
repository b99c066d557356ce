-- include fair
-- include heap
-- include level
-- include window
-- Plays the next serves of the fair queue without writing anything, in exactly the order that single dequeues would give,
-- except where a turn is longer than one job (lib/turn). Only the best groups of each level are read: a batch of n serves
-- reaches n groups down at most, plus those that are denied.

-- Why the next job of a group may not be picked, or nil and how many of its jobs may.
local function denial_of(group, window, caps, now)
  local most = group.pending + group.staged
  if most == 0 then return 'nothing', 0 end
  if group.throttled_until > now then return 'throttled', 0 end
  if group.cap > 0 then
    most = min(most, group.cap - group.admitted - (caps.ordered and group.non_ready or 0))
    if most <= 0 then return 'concurrency', 0 end
  end
  local tokens = tokens_left(window, group.rate)
  if tokens == 0 then return 'share', 0 end
  return nil, min(most, tokens)
end

-- Serves a group until its rival is better, `most` times at most. Returns how often, and the time of the next serve.
local function serve_on(group, rival, most, served_at)
  local count = 0
  repeat
    count, group.served_at = count + 1, served_at
    group.score = -served_at + group.base + group.boost
    served_at = served_at + STEP
  until count == most or (rival and before(rival, group))
  return count, served_at
end

-- Counts picks of a group; what is staged is picked first.
local function take_picks(group, window, count)
  take_tokens(window, group.rate, count)
  group.picks, group.admitted, group.may = group.picks + count, group.admitted + count, group.may - count
  local unstaged = min(count, group.staged)
  if unstaged > 0 then
    group.staged, group.non_ready = group.staged - unstaged, group.non_ready - unstaged
    group.unstaged = group.unstaged + unstaged
  end
  group.pending = group.pending - (count - unstaged)
end

-- Serves the groups that only take turns with each other, a job each and for as many rounds as possible. Returns the time of
-- the next serve.
local function serve_rounds(level, window, budget, served_at, serve)
  local circle, rounds = level.circle()
  if rounds == 0 then return served_at end
  local size = circle.last - circle.first + 1
  rounds = min(rounds, math.floor(budget.jobs / size), math.floor(window.left / size))
  if rounds <= 0 then return served_at end
  for _ = 1, rounds do
    for i = circle.first, circle.last do
      local group = circle[i]
      group.served_at, served_at = served_at, served_at + STEP
      take_picks(group, window, 1)
      serve(group, 1)
    end
  end
  for i = circle.first, circle.last do
    circle[i].score = -circle[i].served_at + circle[i].base + circle[i].boost
  end
  circle.score, budget.jobs = circle[circle.first].score, budget.jobs - rounds * size
  return served_at
end

-- levels: in their order, as open_level takes them. budget.jobs: most picks; budget.groups: most groups that are looked at,
-- because a group costs as much as many jobs. Calls serve(group, count) for picks of a group in a row, and deny(group, why)
-- for each group that may not continue. Returns the time of the next serve, and true when no group was left to look at.
local function pick(queue, levels, window, caps, budget, served_at, serve, deny)
  for _, set in ipairs(levels) do
    local level = open_level(queue, set, budget.jobs, window, caps)
    while level do
      served_at = serve_rounds(level, window, budget, served_at, serve)
      if budget.jobs <= 0 or window.left <= 0 or budget.groups <= 0 then return served_at end
      local group, why, count = level.next(), nil, nil
      if not group then break end
      if group.picks == 0 then budget.groups = budget.groups - 1 end -- its first serve of this batch
      if group.may == 0 then why, group.may = denial_of(group, window, caps, queue.now) end
      if why then
        level.leave(group)
        deny(group, why)
      else
        count, served_at = serve_on(group, level.rival(), min(group.may, budget.jobs, window.left), served_at)
        take_picks(group, window, count)
        budget.jobs = budget.jobs - count
        serve(group, count)
        if group.pending + group.staged > 0 then level.take_back(group) else level.leave(group) end
      end
    end
    if level and level.leaves_some() then return served_at end
  end
  return served_at, true
end
