-- Tells an instance that is gone from one that was only out of reach: its silence counts only as far as the caller itself
-- has watched Redis without a break.

-- text: 'unbroken_ms blind_ms good_ms expected_ms tolerance_ms': how long the caller has watched; the longest outage that it
-- may not have noticed; how long it waits for an instance that nobody knows; what time it should be by the caller's own
-- clock, 0 = unknown, and how far that may be off.
local function open_watch(text, instances)
  local n = {}
  for number in string.gmatch(text, '%d+') do n[#n + 1] = tonumber(number) end
  return { unbroken = n[1], blind = n[2], good = n[3], expected = n[4], tolerance = n[5], instances = instances }
end

-- The clock of Redis jumped, or this call was delayed: either way leases seem to end that nobody could extend.
local function is_out_of_time(watch, now)
  return watch.expected > 0 and math.abs(now - watch.expected) > watch.tolerance
end

local function beat_of(watch, life)
  if not watch.beats then
    watch.beats = {}
    for _, info in ipairs(redis.call('HVALS', watch.instances)) do
      local at, of, good, extended =
        string.match(info, '^{"heartbeat":(%d+),"life":"(%w+)","goodFor":(%d+),"extendedSince":(%d+)')
      if of then watch.beats[of] = { at = tonumber(at), good = tonumber(good), extended = tonumber(extended) } end
    end
  end
  return watch.beats[life]
end

-- What became of the instance whose lease on a job has ended: free (it lives and has extended all its other leases since, so
-- it does not know of this claim), gone, or silent (it may still extend). Why not by the time of the heartbeat itself: the
-- heartbeat may have been delayed after the instance had extended, and the lease may have ended in between.
local function fate_of(watch, claim, lease, now)
  local life = string.match(claim, '^[^.]*')
  if life == 'nobody' then return 'free' end
  local beat = beat_of(watch, life)
  if beat and beat.extended > lease and beat.extended <= beat.at and beat.at <= now then return 'free' end
  local silence = beat and math.min(now - beat.at, watch.unbroken) or watch.unbroken
  return silence > (beat and beat.good or watch.good) + watch.blind and 'gone' or 'silent'
end
