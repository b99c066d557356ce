-- include fair
-- include lap
-- include member
-- include ring
--[[
  Plays the next turns of the fair queue without writing anything. Who is next: the member with the highest score, which is
  -lastServedAt + basePriority + boost (lib/fair). How much: deficit round robin. At its turn a member gets credit, turn x weight,
  and is served while its credit covers the cost of a job. What is left is kept up to one turn, but not by one that is empty. A
  turn that a batch cuts short continues in the next. A tenant spends its credit on its groups, and pays its last job in arrears.
  Twelve jobs for six members: a turn is two jobs (lib/lap). D has one job, the others plenty; E has weight 3, B is throttled,
  and the tenant T/ has three groups x, y and z, so that a turn in its ring is one job:
    score   member  credit   served   then
    best    A       0 + 2    a1 a2    to the end
            B       -        -        parked until its time
            T/      0 + 2    x1 y1    to the end; z is next in its ring
            C       0 + 2    c1 c2    to the end
            D       0 + 2    d1       empty: leaves, its credit is void
            E       0 + 6    e1..e5   the batch is full: keeps its place and a credit of 1
  Ready then gets a job of each member in turn, lap by lap: a1 x1 c1 d1 e1 a2 y1 c2 e2 e3 e4 e5. The next batch begins with e6.
]]
local MAX_VISITS, ROUNDING = 1000, 1e-9

local function pay(member, count, cost)
  member.credit, member.picks, member.most = member.credit - count * cost, member.picks + count, member.most - count
  member.admitted, member.pending = member.admitted + count, member.pending - count
end

-- Serves a group as long as its credit and the room last. Returns it once for each job.
local function serve(batch, group, room)
  local count, jobs = min(math.floor(group.credit / group.cost + ROUNDING), group.most, room), {}
  for i = 1, count do jobs[i] = group end
  pay(group, count, group.cost)
  if group.home.tenant then pay(group.home.tenant, count, group.cost) end
  batch.jobs = batch.jobs - count
  return jobs
end

local function end_turn(batch, member)
  member.credit = min(member.credit, max(quantum_of(member), member.cost))
  member.served_at, member.last, member.score = batch.served_at, batch.served_at, score_of(batch.served_at, member.lift, 0)
  batch.served_at = batch.served_at + STEP
end

-- Members of the same priority that have one turn each: what they are served enters Ready a job each in turn.
local function note_turn(ring, member, jobs)
  if member.round == ring.round or member.lift ~= ring.lift then ring.round, ring.lift = ring.round + 1, member.lift end
  member.round, jobs.round = ring.round, ring.round
  if #jobs > 0 then ring.turns[#ring.turns + 1] = jobs end
end

-- The groups in the order in which their jobs enter Ready, one entry for each job, behind those of a sequence.
local function in_order(turns, sequence)
  local first = 1
  while turns[first] do
    local last, longest = first, #turns[first]
    while turns[last + 1] and turns[last + 1].round == turns[first].round do
      last = last + 1
      longest = max(longest, #turns[last])
    end
    for job = 1, longest do
      for i = first, last do sequence[#sequence + 1] = turns[i][job] end
    end
    first = last + 1
  end
  return sequence
end

-- Plays turns in a ring until nobody is left there, the batch is full or, in the ring of a tenant, its turn is over.
local function play(batch, ring, tenant)
  if not ring.size then open_lap(ring) end
  while batch.jobs > 0 and batch.groups > 0 and batch.visits > 0 do
    local member = take_best(ring)
    if not member then return end
    batch.visits = batch.visits - 1
    if not member.home then member = meet(batch, member, ring) end
    member.denied, member.most = denial_of(batch, member)
    if not member.denied then
      local room = tenant and min(batch.jobs, tenant.most, math.ceil(tenant.credit / member.cost - ROUNDING)) or batch.jobs
      if room <= 0 then return take_back(ring, member) end
      enter_lap(ring, batch, member, room)
      if member.credit < member.cost then member.credit = member.credit + quantum_of(member) end
      local jobs = not member.ring and serve(batch, member, room)
      if member.ring then
        play(batch, member.ring, member)
        jobs, member.ring.turns, member.ring.lift = in_order(member.ring.turns, {}), {}, nil
        if is_exhausted(member.ring) then member.pending = 0 end
      end
      note_turn(ring, member, jobs)
      local is_cut = member.pending > 0 and member.most > 0 and member.credit - member.cost > -ROUNDING
      if not is_cut then end_turn(batch, member) end -- one that is keeps its place and its credit
      if member.pending > 0 then take_back(ring, member) else member.credit = 0 end
    end
    if member.denied or member.pending == 0 then ring.size = ring.size - 1 end
  end
end

-- Picks from one level. Returns whether no group was left that could have been served.
local function pick(batch, ring)
  play(batch, ring)
  in_order(ring.turns, batch.picked)
  return is_exhausted(ring)
end
