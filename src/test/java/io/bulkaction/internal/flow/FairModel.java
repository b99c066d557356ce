package io.bulkaction.internal.flow;

import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.settings.QueueSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fair queue in plain Java: who is next by score, how much by deficit round robin, first among the tenants of a level and
 * the groups without one, then among the groups of a tenant; no more than will have tokens soon. A claim takes what has
 * tokens. The scripts must serve in the same order, batch by batch.
 */
final class FairModel {

    private static final double STEP = 1 / 1024.0;
    private static final double ROUNDING = 1e-9;

    private final PriorityCalculator calculator;
    private final QueueSettings.FairQueue settings;
    private final QueueSettings.Backpressure pressure;
    private final TokenModel tokens;
    private final Deque<Job> ready = new ArrayDeque<>();
    private final Map<String, Group> groups = new TreeMap<>();
    private final Map<String, Tenant> tenants = new TreeMap<>();
    private final Set<String> known = new HashSet<>();
    private final Map<PriorityLevel, Lap> laps = new EnumMap<>(PriorityLevel.class);
    private double servedAt;

    /** How much later than somebody still waiting a served member was served before, at worst; one ring at a time. */
    private double worstDelay;

    FairModel(QueueSettings settings) {
        this.settings = settings.fairQueue();
        this.pressure = settings.backpressure();
        this.tokens = new TokenModel(pressure.globalRps(), pressure);
        this.calculator = new PriorityCalculator(this.settings);
    }

    /** Somebody who has turns. */
    private abstract static class Member {
        final String id;
        /** What it must have to be served. */
        final double needed;
        double lastServedAt;
        double credit;

        Member(String id, double needed) {
            this.id = id;
            this.needed = needed;
        }

        abstract double weight();

        abstract double lift();

        abstract boolean isWaiting();
    }

    private final class Group extends Member {
        PriorityLevel level = PriorityLevel.NORMAL;
        long base;
        long total;
        long done;
        double score;
        double weight;
        boolean finished = true;
        /** By position; those that were in Ready and came back are the first. */
        final NavigableSet<Job> pending = new TreeSet<>();
        long lastPosition;
        int inReady;
        /** Of those pending, how many have come back. */
        int returned;
        final Limited limited;
        final @Nullable Tenant tenant;

        Group(String id) {
            super(id, 1);
            weight = settings.weightOf(id);
            int slash = id.indexOf('/');
            tenant = slash < 0 ? null : tenants.computeIfAbsent(id.substring(0, slash + 1), Tenant::new);
            limited = new Limited(tenant == null);
        }

        @Override
        double weight() {
            return weight;
        }

        @Override
        double lift() {
            return calculator.score(0, base, done, total);
        }

        @Override
        boolean isWaiting() {
            return !pending.isEmpty() && limited.parkedUntil == null;
        }
    }

    /** What a group or a tenant may start. */
    private final class Limited {
        /** Its own rate, or where shares are strict the queue's; null if it has neither. */
        @Nullable
        TokenModel tokens;
        /** Until its next token is there. */
        @Nullable
        Long parkedUntil;

        Limited(boolean hasShare) {
            if (isStrict() && hasShare) {
                tokens = new TokenModel(pressure.globalRps(), pressure);
            }
        }

        void rate(double perSecond) {
            if (tokens == null) {
                tokens = new TokenModel(perSecond, pressure);
            }
            tokens.rate(perSecond);
        }

        long left(long now, long at) {
            return tokens == null ? Long.MAX_VALUE : tokens.left(now, at);
        }
    }

    private final class Tenant {
        final String id;
        final Limited limited = new Limited(true);
        double weight;
        final Map<PriorityLevel, Seat> seats = new EnumMap<>(PriorityLevel.class);

        Tenant(String id) {
            this.id = id;
            this.weight = settings.weightOf(id.substring(0, id.length() - 1));
        }
    }

    /** A tenant in one level. It pays for its last job in arrears, so it needs hardly any credit to be served. */
    private final class Seat extends Member {
        final Tenant tenant;
        final PriorityLevel level;
        Lap lap = new Lap();
        /** By the batch that is being served; parked at its end. */
        boolean isDenied;

        Seat(Tenant tenant, PriorityLevel level) {
            super(tenant.id, 1e-6);
            this.tenant = tenant;
            this.level = level;
        }

        @Override
        double weight() {
            return tenant.weight;
        }

        @Override
        double lift() {
            return 0;
        }

        @Override
        boolean isWaiting() {
            return tenant.limited.parkedUntil == null && !isDenied
                    && groupsOf(tenant, level).anyMatch(Group::isWaiting);
        }
    }

    /** Every member of a ring has one turn in it, and all turns are equally long. */
    private static final class Lap {
        double since;
        int turn = 1;
        /** The most jobs that a turn of one pays for, by weight: as it was found last, and as it is being found. */
        double reach = 1;
        double nextReach;
        int visits;

        void enter(Member member, int jobs, int members, double servedNext) {
            if (member.lastServedAt >= since) {
                since = servedNext;
                turn = Math.max(1, jobs / members);
            }
            if (visits >= members) {
                reach = nextReach;
                nextReach = 0;
                visits = 0;
            }
            nextReach = Math.max(nextReach, member.weight());
            visits++;
        }

        /** Where nobody could pay for a job, all get more. */
        double quantum(Member member) {
            return turn * member.weight() / Math.min(1, Math.max(reach, nextReach));
        }
    }

    /** The members that take turns: of a level, or the groups of a tenant in it. */
    private record Ring(PriorityLevel level, @Nullable Seat tenant) {}

    /** What a member got at one turn. */
    private record Turn(Member member, double lift, List<Job> jobs) {}

    /** @param weight null to keep it, like all that may be null */
    record Submit(
            String group,
            @Nullable PriorityLevel level,
            @Nullable Long base,
            @Nullable Double weight,
            @Nullable Double maxRps,
            List<String> jobs) {}

    private record Job(Group group, long position, String id) implements Comparable<Job> {

        @Override
        public int compareTo(Job other) {
            return Long.compare(position, other.position);
        }
    }

    /** What one fetch knows. */
    private static final class Batch {
        final long now;
        final long planUntil;
        final Set<Group> picked = new HashSet<>();

        Batch(long now, long planUntil) {
            this.now = now;
            this.planUntil = planUntil;
        }
    }

    /** Returns how many jobs were new. */
    int enqueue(Submit submit, long now) {
        Group group = groups.computeIfAbsent(submit.group(), Group::new);
        List<String> fresh = submit.jobs().stream().filter(job -> known.add(group.id + "#" + job)).toList();
        // what was sent before changes nothing of a run that has ended, with or without its result
        if (fresh.isEmpty() && (group.finished || group.done == group.total)) {
            return 0;
        }
        if (group.finished) {
            group.finished = false;
            group.total = 0;
            group.done = 0;
        }
        boolean wasIdle = group.pending.isEmpty();
        boolean moves = submit.level() != null && submit.level() != group.level;
        group.level = submit.level() == null ? group.level : submit.level();
        group.base = submit.base() == null ? group.base : submit.base();
        group.weight = submit.weight() == null ? group.weight : submit.weight();
        group.total += fresh.size();
        if (wasIdle && !fresh.isEmpty()) {
            group.lastServedAt = nextServe(now);
        }
        if (group.tenant != null && group.limited.parkedUntil == null && (wasIdle ? !fresh.isEmpty() : moves)) {
            take(group.tenant, group, !wasIdle, now);
        }
        fresh.forEach(job -> group.pending.add(new Job(group, group.lastPosition++, job)));
        rescore(group);
        limit(group, submit.maxRps(), now);
        return fresh.size();
    }

    /** A new rate may let a parked group go on. */
    private void limit(Group group, @Nullable Double maxRps, long now) {
        if (maxRps == null) {
            return;
        }
        group.limited.rate(maxRps);
        if (group.limited.parkedUntil != null) {
            unpark(group, now);
        }
    }

    /** It goes on with the waiting time it has. */
    private void unpark(Group group, long now) {
        group.limited.parkedUntil = null;
        takeSeat(group, false, now);
    }

    /** One that was idle waits from now on. */
    private void takeSeat(Group group, boolean wasIdle, long now) {
        if (wasIdle) {
            group.lastServedAt = Math.max(now, servedAt + STEP);
        }
        rescore(group);
        if (group.tenant != null) {
            take(group.tenant, group, !wasIdle, now);
        }
    }

    /** A tenant takes its seat with a group that comes: from idle it waits from now on, else it has waited before. */
    private void take(Tenant tenant, Group coming, boolean wasWaiting, long now) {
        boolean isNew = !tenant.seats.containsKey(coming.level);
        Seat seat = tenant.seats.computeIfAbsent(coming.level, level -> new Seat(tenant, level));
        boolean isFirst = groupsOf(tenant, coming.level).noneMatch(group -> group != coming && group.isWaiting());
        if (isNew || isFirst && !wasWaiting) {
            seat.lastServedAt = wasWaiting ? now : coming.lastServedAt;
            seat.credit = 0;
            seat.lap = new Lap();
        }
    }

    /** @param id with the slash at its end */
    void weighTenant(String id, double weight) {
        tenants.computeIfAbsent(id, Tenant::new).weight = weight;
    }

    /** @param id with the slash at its end */
    void limitTenant(String id, double maxRps) {
        Limited limited = tenants.computeIfAbsent(id, Tenant::new).limited;
        limited.rate(maxRps);
        limited.parkedUntil = null;
    }

    private boolean isStrict() {
        return pressure.share() == QueueSettings.Share.STRICT;
    }

    /** Divides the tokens of the window by weight among the tenants, and groups without one, that have work. */
    private void openShares(long now) {
        if (!isStrict()) {
            return;
        }
        long quota = tokens.quota(tokens.windowOf(now));
        List<Group> withWork = groups.values().stream().filter(group -> !group.pending.isEmpty()).toList();
        double all = withWork.stream().filter(group -> group.tenant == null).mapToDouble(group -> group.weight).sum()
                + withWork.stream().flatMap(group -> Stream.ofNullable(group.tenant)).distinct()
                        .mapToDouble(tenant -> tenant.weight).sum();
        groups.values().stream().filter(group -> group.tenant == null)
                .forEach(group -> group.limited.tokens.share(shareOf(quota, group.weight, all)));
        tenants.values().forEach(tenant -> tenant.limited.tokens.share(shareOf(quota, tenant.weight, all)));
    }

    private static long shareOf(long quota, double weight, double all) {
        return Math.max(1, (long) Math.floor(quota * weight / Math.max(weight, all) + ROUNDING));
    }

    /** One batch: what will have tokens soon enters Ready. */
    void fetch(int limit, long now) {
        openShares(now);
        long planUntil = Math.min(now + pressure.readyTargetWait().toMillis(), tokens.windowEnds(now) - 1);
        long payable = tokens.left(now, planUntil) - ready.size();
        if (payable <= 0) {
            return;
        }
        tenants.values().stream()
                .filter(tenant -> tenant.limited.parkedUntil != null && tenant.limited.parkedUntil <= now)
                .forEach(tenant -> tenant.limited.parkedUntil = null);
        groups.values().stream()
                .filter(group -> group.limited.parkedUntil != null && group.limited.parkedUntil <= now)
                .forEach(group -> unpark(group, now));
        Batch batch = new Batch(now, planUntil);
        int left = (int) Math.min(limit, payable);
        for (PriorityLevel level : PriorityLevel.values()) {
            List<Job> served = inLaps(play(batch, new Ring(level, null), left));
            ready.addAll(served);
            left -= served.size();
        }
        tenants.values().forEach(tenant -> parkIfDenied(tenant, now));
    }

    private void parkIfDenied(Tenant tenant, long now) {
        for (Seat seat : tenant.seats.values()) {
            if (seat.isDenied) {
                seat.isDenied = false;
                tenant.limited.parkedUntil = tenant.limited.tokens.tokenAt(now, inReady(tenant) + 1);
            }
        }
    }

    private List<Turn> play(Batch batch, Ring ring, int jobs) {
        List<Turn> turns = new ArrayList<>();
        Lap lap = ring.tenant() == null ? laps.computeIfAbsent(ring.level(), any -> new Lap()) : ring.tenant().lap;
        for (int left = jobs; left > 0 && !waiting(ring).isEmpty();) {
            Member best = waiting(ring).getFirst();
            if (best instanceof Group group ? isDenied(batch, group) : isDenied(batch, (Seat) best)) {
                continue;
            }
            int room = ring.tenant() == null ? left
                    : (int) Math.min(
                            Math.min(left, most(batch, ring.tenant())),
                            Math.ceil(ring.tenant().credit - ROUNDING));
            if (room <= 0) {
                break;
            }
            noteDelay(ring, best);
            lap.enter(best, room, waiting(ring).size(), Math.max(batch.now, servedAt + STEP));
            best.credit += best.credit < best.needed ? lap.quantum(best) : 0;
            double lift = best.lift();
            List<Job> served = best instanceof Seat seat
                    ? inLaps(play(batch, new Ring(seat.level, seat), left))
                    : serve(batch, (Group) best, room, ring.tenant());
            left -= served.size();
            turns.add(new Turn(best, lift, served));
            endTurn(batch, best, lap);
        }
        return turns;
    }

    /** Without tokens it is parked until the next one. What has come back to it waits for what it has in Ready. */
    private static boolean isDenied(Batch batch, Group group) {
        TokenModel own = group.limited.tokens;
        TokenModel tenants = group.tenant == null ? null : group.tenant.limited.tokens;
        boolean mustWait = (own != null || tenants != null)
                && group.returned > 0 && !batch.picked.contains(group) && group.inReady > 0;
        if (mustWait || most(batch, group) <= 0) {
            group.limited.parkedUntil =
                    own != null ? own.tokenAt(batch.now, group.inReady + 1) : tenants.tokenAt(batch.now, 1);
            return true;
        }
        return false;
    }

    private boolean isDenied(Batch batch, Seat seat) {
        seat.isDenied = most(batch, seat) <= 0;
        return seat.isDenied;
    }

    private long most(Batch batch, Member member) {
        return member instanceof Group group ? most(batch, group) : most(batch, (Seat) member);
    }

    private static long most(Batch batch, Group group) {
        return Math.min(group.pending.size(), group.limited.left(batch.now, batch.planUntil) - group.inReady);
    }

    private long most(Batch batch, Seat seat) {
        return seat.tenant.limited.left(batch.now, batch.planUntil) - inReady(seat.tenant);
    }

    private int inReady(Tenant tenant) {
        return groups.values().stream().filter(group -> group.tenant == tenant).mapToInt(group -> group.inReady).sum();
    }

    private static List<Job> serve(Batch batch, Group group, int room, @Nullable Seat tenant) {
        int affordable = (int) Math.floor(group.credit + ROUNDING);
        int count = (int) Math.min(affordable, Math.min(most(batch, group), room));
        List<Job> served = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            served.add(group.pending.pollFirst());
        }
        group.inReady += count;
        group.returned = Math.max(0, group.returned - count);
        group.credit -= count;
        if (tenant != null) {
            tenant.credit -= count;
        }
        batch.picked.add(group);
        return served;
    }

    /** One that could go on was cut short by the end of the batch or of its tenant's turn: it keeps its place and credit. */
    private void endTurn(Batch batch, Member member, Lap lap) {
        boolean mayGoOn = member.isWaiting() && most(batch, member) > 0;
        if (!mayGoOn || member.credit - member.needed <= -ROUNDING) {
            member.credit = Math.min(member.credit, Math.max(lap.quantum(member), member.needed));
            member.lastServedAt = nextServe(batch.now);
            if (member instanceof Group group) {
                rescore(group);
            }
        }
        if (!member.isWaiting()) {
            member.credit = 0;
        }
    }

    /** What has tokens starts; the rest goes back to its group. */
    List<String> claim(int limit, long now) {
        List<String> claimed = new ArrayList<>();
        while (claimed.size() < limit && !ready.isEmpty() && tokens.left(now, now) > 0) {
            long count = Math.min(limit - claimed.size(), tokens.left(now, now));
            claimed.addAll(claimOnce(Math.min(count, ready.size()), now));
        }
        return claimed;
    }

    private List<String> claimOnce(long count, long now) {
        openShares(now);
        List<String> claimed = new ArrayList<>();
        Set<Limited> out = new LinkedHashSet<>();
        Set<Limited> met = new LinkedHashSet<>();
        Map<Group, Boolean> gotBack = new LinkedHashMap<>(); // and whether it was idle
        Map<Group, Long> oldestReturned = new HashMap<>();
        for (int i = 0; i < count; i++) {
            Job job = ready.remove();
            Group group = job.group();
            group.inReady--;
            List<Limited> limits = limitsOf(group);
            met.addAll(limits);
            limits.stream().filter(limit -> limit.left(now, now) == 0).forEach(out::add);
            if (limits.stream().anyMatch(out::contains)
                    || !limits.isEmpty() && job.position() > oldestReturned.computeIfAbsent(
                            group, any -> group.returned > 0 ? group.pending.getFirst().position() : Long.MAX_VALUE)) {
                gotBack.putIfAbsent(group, group.pending.isEmpty());
                group.pending.add(job);
                group.returned++;
            } else {
                claimed.add(job.id());
                tokens.take(now);
                limits.forEach(limit -> limit.tokens.take(now));
            }
        }
        met.forEach(limit -> limit.tokens.keep(now));
        gotBack.keySet().removeIf(group -> group.limited.parkedUntil != null);
        gotBack.forEach((group, wasIdle) -> takeSeat(group, wasIdle, now));
        out.forEach(limit -> limit.parkedUntil = limit.tokens.tokenAt(now, 1));
        return claimed;
    }

    /** Its own and its tenant's, as far as there are any. */
    private static List<Limited> limitsOf(Group group) {
        return Stream.concat(
                Stream.of(group.limited),
                Stream.ofNullable(group.tenant).map(tenant -> tenant.limited))
                .filter(limit -> limit.tokens != null)
                .toList();
    }

    /** In the order in which the jobs are claimed. */
    List<String> ready() {
        return ready.stream().map(Job::id).toList();
    }

    /** In a lap members of the same priority have one turn each, and a job of each is served in turn. */
    private static List<Job> inLaps(List<Turn> turns) {
        List<Job> served = new ArrayList<>();
        for (int first = 0; first < turns.size();) {
            int next = first + 1;
            while (next < turns.size() && belongsTo(turns.subList(first, next), turns.get(next))) {
                next++;
            }
            List<Turn> lap = turns.subList(first, next);
            int longest = lap.stream().mapToInt(turn -> turn.jobs().size()).max().orElse(0);
            for (int round = 0; round < longest; round++) {
                for (Turn turn : lap) {
                    if (round < turn.jobs().size()) {
                        served.add(turn.jobs().get(round));
                    }
                }
            }
            first = next;
        }
        return served;
    }

    private static boolean belongsTo(List<Turn> lap, Turn turn) {
        return lap.getFirst().lift() == turn.lift() && lap.stream().noneMatch(each -> each.member() == turn.member());
    }

    void complete(String id) {
        Group group = groups.get(id);
        group.done++;
        group.finished = group.done == group.total;
    }

    double worstDelay() {
        return worstDelay;
    }

    /** Best first. */
    private List<Member> waiting(Ring ring) {
        Stream<? extends Member> members = ring.tenant() == null
                ? Stream.concat(
                        groups.values().stream()
                                .filter(group -> group.tenant == null && group.level == ring.level()),
                        tenants.values().stream().flatMap(tenant -> Stream.ofNullable(tenant.seats.get(ring.level()))))
                : groupsOf(ring.tenant().tenant, ring.level());
        return members.filter(Member::isWaiting)
                .map(Member.class::cast)
                .sorted(Comparator.comparingDouble((Member member) -> -score(member))
                        .thenComparing(member -> member.id, Comparator.reverseOrder()))
                .toList();
    }

    private Stream<Group> groupsOf(Tenant tenant, PriorityLevel level) {
        return groups.values().stream().filter(group -> group.tenant == tenant && group.level == level);
    }

    private void noteDelay(Ring ring, Member best) {
        waiting(ring).forEach(each -> worstDelay = Math.max(worstDelay, best.lastServedAt - each.lastServedAt));
    }

    private double nextServe(long now) {
        servedAt = Math.max(now, servedAt + STEP);
        return servedAt;
    }

    /** A group's is from when it was served or got jobs last. */
    private static double score(Member member) {
        return member instanceof Group group ? group.score : -member.lastServedAt;
    }

    private void rescore(Group group) {
        group.score = calculator.score(group.lastServedAt, group.base, group.done, group.total);
    }
}
