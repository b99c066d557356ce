-- A heap with the highest score at the top. Entries have score and id; equal scores are ordered as ZRANGE REV orders them.
local function before(a, b)
  if a.score ~= b.score then return a.score > b.score end
  return a.id > b.id
end

local function heap_push(heap, entry)
  local i = #heap + 1
  heap[i] = entry
  while i > 1 do
    local parent = math.floor(i / 2)
    if not before(heap[i], heap[parent]) then return end
    heap[i], heap[parent] = heap[parent], heap[i]
    i = parent
  end
end

-- Moves a top that has become smaller to where it belongs.
local function heap_sink(heap)
  local i, size = 1, #heap
  while true do
    local child = 2 * i
    if child > size then return end
    if child < size and before(heap[child + 1], heap[child]) then child = child + 1 end
    if not before(heap[child], heap[i]) then return end
    heap[i], heap[child] = heap[child], heap[i]
    i = child
  end
end

local function heap_pop(heap)
  local size = #heap
  heap[1] = heap[size]
  heap[size] = nil
  heap_sink(heap)
end
