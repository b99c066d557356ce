-- A max-heap of {score, id}; equal scores are ordered as a ZSET read in reverse orders them.
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

local function heap_pop(heap)
  local top, size = heap[1], #heap
  heap[1] = heap[size]
  heap[size] = nil
  size = size - 1
  local i = 1
  while true do
    local child = 2 * i
    if child > size then return top end
    if child < size and before(heap[child + 1], heap[child]) then child = child + 1 end
    if not before(heap[child], heap[i]) then return top end
    heap[i], heap[child] = heap[child], heap[i]
    i = child
  end
end
