package io.bulkaction.internal.flow;

import io.bulkaction.internal.flow.FairMember.Group;
import io.bulkaction.internal.flow.FairMember.Job;
import io.bulkaction.internal.flow.FairMember.Limited;
import io.bulkaction.internal.flow.FairMember.Parked;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What {@link FairModel} has served: a claim takes what has tokens, and what was claimed ends or comes back. */
final class FairFlight {

    private static final double MAX_CLAIM = 4096;

    private final FairModel queue;
    private final Map<String, Claim> inFlight = new TreeMap<>();
    private final List<Retry> nonReady = new ArrayList<>();
    private final Map<String, Dead> dead = new HashMap<>();
    private long calls;

    /** @param place among all claims, by which it goes back if it is undone */
    private record Claim(Job job, long at, double place) {}

    private record Retry(Job job, long due) {}

    private record Dead(Job job, long run) {}

    FairFlight(FairModel queue) {
        this.queue = queue;
    }

    /** What has tokens starts; the rest goes back to its group. */
    List<String> claim(int limit, long now) {
        List<String> claimed = new ArrayList<>();
        while (claimed.size() < limit && waiting() > 0 && queue.tokens.left(now, now) > 0) {
            long count = Math.min(limit - claimed.size(), queue.tokens.left(now, now));
            claimed.addAll(claimOnce(Math.min(count, waiting()), now));
        }
        return claimed;
    }

    private int waiting() {
        return queue.front.size() + queue.ready.size();
    }

    private List<String> claimOnce(long count, long now) {
        queue.openShares(now);
        List<String> claimed = new ArrayList<>();
        Set<Limited> out = new LinkedHashSet<>();
        Map<Limited, Integer> met = new LinkedHashMap<>();
        Comeback back = new Comeback();
        Map<Group, Long> oldestReturned = new HashMap<>();
        for (int i = 0; i < count; i++) {
            Job job = queue.front.isEmpty() ? queue.ready.remove() : queue.front.pollFirstEntry().getValue();
            Group group = job.group();
            group.inReady--;
            List<Limited> limits = limitsOf(group);
            limits.forEach(limit -> met.merge(limit, 1, Integer::sum));
            limits.stream().filter(limit -> limit.left(now, now) == 0).forEach(out::add);
            if (limits.stream().anyMatch(out::contains)
                    || !limits.isEmpty() && job.position() > oldestReturned.computeIfAbsent(
                            group, any -> group.returned > 0 ? group.pending.getFirst().position() : Long.MAX_VALUE)) {
                back.add(job);
            } else {
                inFlight.put(job.name(), new Claim(job, now, calls + claimed.size() / MAX_CLAIM));
                claimed.add(job.id());
                queue.tokens.take(now);
                limits.stream().filter(limit -> limit.tokens != null).forEach(limit -> limit.tokens.take(now));
            }
        }
        if (!claimed.isEmpty()) {
            queue.pace.claimed(claimed.size(), now);
            calls++;
        }
        back.takeSeats(now);
        save(met, now);
        out.stream().filter(limit -> !limit.isPaused && !limit.isParkedFor(Parked.THROTTLED))
                .forEach(limit -> limit.park(limit.tokens.tokenAt(now, 1), Parked.RATE));
        return claimed;
    }

    /** @param passed how many jobs of whom have left Ready */
    private static void save(Map<Limited, Integer> passed, long now) {
        passed.forEach((limit, count) -> {
            if (limit.tokens != null) {
                limit.tokens.keep(now);
            }
            limit.draining = limit.draining > 0 ? Math.max(0, limit.draining - count) : 0;
        });
    }

    /** Its own and its tenant's, as far as there are any. */
    private static List<Limited> limitsOf(Group group) {
        return Stream.concat(
                Stream.of(group.limited),
                Stream.ofNullable(group.tenant).map(tenant -> tenant.limited))
                .filter(Limited::counts)
                .toList();
    }

    /** Jobs that go back to the front of their groups in one call. */
    private final class Comeback {

        /** And whether they were idle. */
        private final Map<Group, Boolean> groups = new LinkedHashMap<>();

        void add(Job job) {
            Group group = job.group();
            group.isComing |= group.pending.isEmpty();
            groups.putIfAbsent(group, group.isComing);
            group.pending.add(job);
            group.returned++;
        }

        void takeSeats(long now) {
            groups.forEach((group, wasIdle) -> {
                group.isComing = false;
                if (group.limited.parkedUntil == null) {
                    queue.takeSeat(group, wasIdle, now);
                }
            });
        }
    }

    private Job leave(String name) {
        return inFlight.remove(name).job();
    }

    boolean has(String name) {
        return inFlight.containsKey(name);
    }

    /** @param millis by name, how long they took */
    void complete(Map<String, Long> millis) {
        millis.forEach((name, took) -> {
            Group group = leave(name).group();
            group.durationSum += took;
            group.succeeded++;
            end(group);
        });
        if (!millis.isEmpty()) {
            queue.pace.completed(millis.values().stream().mapToLong(Long::longValue).sum(), millis.size());
        }
    }

    private static void end(Group group) {
        group.done++;
        group.finished = group.done == group.total;
        if (group.finished) {
            group.limited.parkedUntil = null;
        }
    }

    void fail(String name) {
        Job job = leave(name);
        dead.put(name, new Dead(job, job.group().run));
        end(job.group());
    }

    /** A person does; a run that has ended goes on. */
    void retryDead(List<String> names, long now) {
        Comeback back = new Comeback();
        for (String name : names) {
            Dead letter = dead.remove(name);
            Group group = letter.job().group();
            if (letter.run() == group.run) {
                group.done--;
            } else {
                group.total++;
                group.lastPosition++; // the next job comes behind as many as the run has
            }
            group.finished = false;
            back.add(letter.job());
        }
        back.takeSeats(now);
    }

    void retry(String name, long due) {
        nonReady.add(new Retry(leave(name), due));
    }

    /** Jobs that are due go back, the first due first. */
    void dispatch(int limit, long now) {
        List<Retry> due = nonReady.stream()
                .filter(retry -> retry.due() <= now)
                .sorted(Comparator.comparingLong(Retry::due).thenComparing(retry -> retry.job().name()))
                .limit(limit)
                .toList();
        nonReady.removeAll(due);
        Comeback back = new Comeback();
        due.forEach(retry -> back.add(retry.job()));
        back.takeSeats(now);
    }

    /** The whole group waits. */
    void throttle(String name, long until) {
        Job job = leave(name);
        Limited limited = job.group().limited;
        long later = limited.isParkedFor(Parked.THROTTLED) ? Math.max(until, limited.parkedUntil) : until;
        limited.park(later, Parked.THROTTLED);
        Comeback back = new Comeback();
        back.add(job);
        back.takeSeats(until);
    }

    void release(String name, long now) {
        Comeback back = new Comeback();
        back.add(leave(name));
        back.takeSeats(now);
    }

    /** The claim was in vain: it goes where it was, and its tokens are free again. */
    void undo(String name, long now) {
        Claim claim = inFlight.remove(name);
        Group group = claim.job().group();
        queue.openShares(now);
        queue.front.put(claim.place(), claim.job());
        group.inReady++;
        queue.tokens.refund(claim.at(), now);
        for (Limited limit : limitsOf(group)) {
            if (limit.tokens != null) {
                limit.tokens.refund(claim.at(), now);
                limit.tokens.keep(now);
            }
            limit.draining += limit.draining > 0 ? 1 : 0;
        }
    }

    /** Whose leases have ended, by that time; all were claimed for as long. */
    List<String> recover(int limit, long leaseMillis, long now) {
        List<String> lost = inFlight.values().stream()
                .filter(claim -> claim.at() + leaseMillis <= now)
                .sorted(Comparator.comparingLong(Claim::at).thenComparing(claim -> claim.job().name()))
                .limit(limit)
                .map(claim -> claim.job().name())
                .toList();
        Comeback back = new Comeback();
        lost.forEach(name -> back.add(leave(name)));
        back.takeSeats(now);
        return lost;
    }
}
