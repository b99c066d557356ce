package io.bulkaction.internal.flow;

import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.flow.FairMember.Group;
import io.bulkaction.internal.flow.FairMember.Job;
import io.bulkaction.internal.flow.FairMember.Limited;
import io.bulkaction.internal.flow.FairMember.Parked;
import io.bulkaction.internal.flow.FairMember.Seat;
import io.bulkaction.internal.flow.FairMember.Tenant;
import io.bulkaction.internal.settings.QueueSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fair queue in plain Java: who is next by score, how much by deficit round robin, first among the tenants of a level and
 * the groups without one, then among the groups of a tenant; no more than will have tokens soon. The scripts must serve in the
 * same order, batch by batch. {@link FairFlight} has what is claimed and comes back.
 */
final class FairModel {

    static final double STEP = 1 / 1024.0;
    private static final double ROUNDING = 1e-9;

    private final PriorityCalculator calculator;
    private final QueueSettings.FairQueue settings;
    final QueueSettings.Backpressure pressure;
    final TokenModel tokens;
    final FairPace pace = new FairPace();
    final Deque<Job> ready = new ArrayDeque<>();
    /** Jobs whose claim was undone, by the call and the place in it. */
    final TreeMap<Double, Job> front = new TreeMap<>();
    final Map<String, Group> groups = new TreeMap<>();
    final Map<String, Tenant> tenants = new TreeMap<>();
    private final Set<String> known = new HashSet<>();
    private final Map<PriorityLevel, FairLap> laps = new EnumMap<>(PriorityLevel.class);
    private double servedAt;
    private long batches;

    /** How much later than somebody still waiting a served member was served before, at worst; one ring at a time. */
    private double worstDelay;

    FairModel(QueueSettings settings) {
        this.settings = settings.fairQueue();
        this.pressure = settings.backpressure();
        this.tokens = new TokenModel(pressure.globalRps(), pressure);
        this.calculator = new PriorityCalculator(this.settings);
    }

    /** The members that take turns: of a level, or the groups of a tenant in it. */
    private record Ring(PriorityLevel level, @Nullable Seat tenant) {}

    /** @param weight null to keep it, like all that may be null */
    record Submit(
            String group,
            @Nullable PriorityLevel level,
            @Nullable Long base,
            @Nullable Double weight,
            @Nullable Double maxRps,
            List<String> jobs) {}

    /** What one fetch knows. */
    private record Batch(long now, long planUntil, Set<Group> picked, FairLap.Batch lap) {}

    /** Returns how many jobs were new. */
    int enqueue(Submit submit, long now) {
        Group group = groups.computeIfAbsent(submit.group(), this::newGroup);
        List<String> fresh = submit.jobs().stream().filter(job -> known.add(group.id + "#" + job)).toList();
        // what was sent before changes nothing of a run that has ended, with or without its result
        if (fresh.isEmpty() && (group.finished || group.done == group.total)) {
            return 0;
        }
        if (group.finished) {
            begin(group);
        }
        boolean wasIdle = group.pending.isEmpty();
        boolean moves = submit.level() != null && submit.level() != group.level;
        group.level = submit.level() == null ? group.level : submit.level();
        group.base = submit.base() == null ? group.base : submit.base();
        group.weight = submit.weight() == null ? group.weight : submit.weight();
        group.total += fresh.size();
        if (wasIdle && !fresh.isEmpty() && group.limited.parkedUntil == null) {
            group.lastServedAt = nextServe(now);
        }
        if (group.tenant != null && group.limited.parkedUntil == null && (wasIdle ? !fresh.isEmpty() : moves)) {
            take(group.tenant, group, !wasIdle, now);
        }
        fresh.forEach(job -> group.pending.add(new Job(group, group.lastPosition++, job)));
        group.rescore();
        limit(group, submit.maxRps(), now);
        return fresh.size();
    }

    private static void begin(Group group) {
        group.finished = false;
        group.run++;
        group.total = 0;
        group.done = 0;
        group.durationSum = 0;
        group.succeeded = 0;
    }

    private Group newGroup(String id) {
        int slash = id.indexOf('/');
        Tenant tenant = slash < 0 ? null : tenants.computeIfAbsent(id.substring(0, slash + 1), this::newTenant);
        Group group = new Group(id, settings.weightOf(id), tenant, calculator);
        if (isStrict() && tenant == null) {
            group.limited.tokens = new TokenModel(pressure.globalRps(), pressure);
        }
        return group;
    }

    private Tenant newTenant(String id) {
        Tenant tenant = new Tenant(id, settings.weightOf(id.substring(0, id.length() - 1)));
        if (isStrict()) {
            tenant.limited.tokens = new TokenModel(pressure.globalRps(), pressure);
        }
        return tenant;
    }

    /** A new rate may let a parked group go on. */
    private void limit(Group group, @Nullable Double maxRps, long now) {
        if (maxRps == null) {
            return;
        }
        rate(group.limited, maxRps);
        if (group.limited.isParkedFor(Parked.RATE)) {
            unpark(group, now);
        }
    }

    private void rate(Limited limited, double perSecond) {
        if (limited.tokens == null) {
            limited.tokens = new TokenModel(perSecond, pressure);
        }
        limited.tokens.rate(perSecond);
    }

    /** One that waited for tokens goes on with the waiting time it has. */
    private void unpark(Group group, long now) {
        boolean wasThrottled = group.limited.isParkedFor(Parked.THROTTLED);
        group.limited.parkedUntil = null;
        takeSeat(group, wasThrottled, now);
    }

    /** One that was idle, or waited for something else than its turn, waits from now on. */
    void takeSeat(Group group, boolean comes, long now) {
        if (comes) {
            group.lastServedAt = Math.max(now, servedAt + STEP);
        }
        group.rescore();
        if (group.tenant != null) {
            take(group.tenant, group, !comes, now);
        }
    }

    /** A tenant takes its seat with a group that comes: from idle it waits from now on, else it has waited before. */
    private void take(Tenant tenant, Group coming, boolean wasWaiting, long now) {
        boolean isNew = !tenant.seats.containsKey(coming.level);
        Seat seat = tenant.seats.computeIfAbsent(coming.level, level -> new Seat(tenant, level, this));
        boolean isFirst = groupsOf(tenant, coming.level).noneMatch(group -> group != coming && group.isWaiting());
        if (isNew || isFirst && !wasWaiting) {
            seat.lastServedAt = wasWaiting ? now : coming.lastServedAt;
            seat.credit = 0;
            seat.lap = new FairLap();
        }
    }

    /** @param id with the slash at its end */
    void weighTenant(String id, double weight) {
        tenants.computeIfAbsent(id, this::newTenant).weight = weight;
    }

    /** @param id with the slash at its end */
    void limitTenant(String id, double maxRps) {
        Limited limited = tenants.computeIfAbsent(id, this::newTenant).limited;
        rate(limited, maxRps);
        limited.parkedUntil = null;
    }

    void pauseTenant(String id) {
        Limited limited = tenants.computeIfAbsent(id, this::newTenant).limited;
        limited.isPaused = true;
        limited.parkedUntil = null;
        limited.draining = 0;
    }

    void resumeTenant(String id) {
        Tenant tenant = tenants.get(id);
        tenant.limited.isPaused = false;
        tenant.limited.draining = inReady(tenant);
    }

    boolean isStrict() {
        return pressure.share() == QueueSettings.Share.STRICT;
    }

    /** Divides the tokens of the window by weight among the tenants, and groups without one, that have work. */
    void openShares(long now) {
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
        long payable = tokens.left(now, planUntil) - ready.size() - front.size();
        if (payable <= 0) {
            return;
        }
        unparkDue(now);
        groups.values().forEach(group -> group.cost = settings.cost() == QueueSettings.Cost.TIME
                ? pace.costOf(group.durationSum, group.succeeded) : 1);
        Batch batch = new Batch(now, planUntil, new HashSet<>(),
                new FairLap.Batch(++batches, pace.rate(now), settings.roundTime().toMillis()));
        int left = (int) Math.min(limit, payable);
        for (PriorityLevel level : PriorityLevel.values()) {
            List<Job> served = FairTurn.inLaps(play(batch, new Ring(level, null), left));
            ready.addAll(served);
            left -= served.size();
        }
        tenants.values().forEach(tenant -> parkIfDenied(tenant, now));
    }

    private void unparkDue(long now) {
        groups.values().stream()
                .filter(group -> group.limited.isParkedFor(Parked.THROTTLED) && group.limited.parkedUntil <= now)
                .forEach(group -> unpark(group, now));
        tenants.values().stream()
                .filter(tenant -> tenant.limited.parkedUntil != null && tenant.limited.parkedUntil <= now)
                .forEach(tenant -> tenant.limited.parkedUntil = null);
        groups.values().stream()
                .filter(group -> group.limited.parkedUntil != null && group.limited.parkedUntil <= now)
                .forEach(group -> unpark(group, now));
    }

    private void parkIfDenied(Tenant tenant, long now) {
        for (Seat seat : tenant.seats.values()) {
            if (seat.isDenied) {
                seat.isDenied = false;
                tenant.limited.park(tenant.limited.tokens.tokenAt(now, inReady(tenant) + 1), Parked.RATE);
            }
        }
    }

    private List<FairTurn> play(Batch batch, Ring ring, int jobs) {
        List<FairTurn> turns = new ArrayList<>();
        FairLap lap =
                ring.tenant() == null ? laps.computeIfAbsent(ring.level(), any -> new FairLap()) : ring.tenant().lap;
        for (int left = jobs; left > 0 && !waiting(ring).isEmpty();) {
            FairMember best = waiting(ring).getFirst();
            if (best instanceof Group group ? isDenied(batch, group) : isDenied(batch, (Seat) best)) {
                continue;
            }
            int room = ring.tenant() == null ? left
                    : (int) Math.min(
                            Math.min(left, most(batch, ring.tenant())),
                            Math.ceil(ring.tenant().credit / best.cost() - ROUNDING));
            if (room <= 0) {
                break;
            }
            noteDelay(ring, best);
            lap.enter(best, room, waiting(ring).size(), Math.max(batch.now(), servedAt + STEP), batch.lap());
            best.credit += best.credit < best.cost() ? lap.quantum(best) : 0;
            double lift = best.lift();
            List<Job> served = best instanceof Seat seat
                    ? FairTurn.inLaps(play(batch, new Ring(seat.level, seat), left))
                    : serve(batch, (Group) best, room, ring.tenant());
            left -= served.size();
            turns.add(new FairTurn(best, lift, served));
            endTurn(batch, best, lap);
        }
        return turns;
    }

    /** Without tokens it is parked until the next one. What has come back to it waits for what it has in Ready. */
    private static boolean isDenied(Batch batch, Group group) {
        Limited tenants = group.tenant == null ? new Limited() : group.tenant.limited;
        boolean mustWait = (group.limited.counts() || tenants.counts())
                && group.returned > 0 && !batch.picked().contains(group) && group.inReady > 0;
        if (mustWait || most(batch, group) <= 0) {
            TokenModel own = group.limited.tokens;
            group.limited.park(own != null ? own.tokenAt(batch.now(), group.inReady + 1)
                    : tenants.tokens != null ? tenants.tokens.tokenAt(batch.now(), 1) : batch.now() + 10, Parked.RATE);
            return true;
        }
        return false;
    }

    private boolean isDenied(Batch batch, Seat seat) {
        seat.isDenied = most(batch, seat) <= 0;
        return seat.isDenied;
    }

    private long most(Batch batch, FairMember member) {
        return member instanceof Group group ? most(batch, group) : most(batch, (Seat) member);
    }

    private static long most(Batch batch, Group group) {
        return Math.min(group.pending.size(), group.limited.left(batch.now(), batch.planUntil()) - group.inReady);
    }

    private long most(Batch batch, Seat seat) {
        return seat.tenant.limited.left(batch.now(), batch.planUntil()) - inReady(seat.tenant);
    }

    private int inReady(Tenant tenant) {
        return groups.values().stream().filter(group -> group.tenant == tenant).mapToInt(group -> group.inReady).sum();
    }

    private static List<Job> serve(Batch batch, Group group, int room, @Nullable Seat tenant) {
        int affordable = (int) Math.floor(group.credit / group.cost + ROUNDING);
        int count = (int) Math.min(affordable, Math.min(most(batch, group), room));
        List<Job> served = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            served.add(group.pending.pollFirst());
        }
        group.inReady += count;
        group.returned = Math.max(0, group.returned - count);
        group.credit -= count * group.cost;
        if (tenant != null) {
            tenant.credit -= count * group.cost;
        }
        batch.picked().add(group);
        return served;
    }

    /** One that could go on was cut short by the end of the batch or of its tenant's turn: it keeps its place and credit. */
    private void endTurn(Batch batch, FairMember member, FairLap lap) {
        boolean mayGoOn = member.isWaiting() && most(batch, member) > 0;
        if (!mayGoOn || member.credit - member.cost() <= -ROUNDING) {
            member.credit = Math.min(member.credit, Math.max(lap.quantum(member), member.cost()));
            member.lastServedAt = nextServe(batch.now());
            if (member instanceof Group group) {
                group.rescore();
            }
        }
        if (!member.isWaiting()) {
            member.credit = 0;
        }
    }

    /** In the order in which the jobs are claimed. */
    List<String> ready() {
        return Stream.concat(front.values().stream(), ready.stream()).map(Job::id).toList();
    }

    double worstDelay() {
        return worstDelay;
    }

    /** Best first. */
    private List<FairMember> waiting(Ring ring) {
        Stream<? extends FairMember> members = ring.tenant() == null
                ? Stream.concat(
                        groups.values().stream()
                                .filter(group -> group.tenant == null && group.level == ring.level()),
                        tenants.values().stream().flatMap(tenant -> Stream.ofNullable(tenant.seats.get(ring.level()))))
                : groupsOf(ring.tenant().tenant, ring.level());
        return members.filter(FairMember::isWaiting)
                .map(FairMember.class::cast)
                .sorted(Comparator.comparingDouble((FairMember member) -> -member.score())
                        .thenComparing(member -> member.id, Comparator.reverseOrder()))
                .toList();
    }

    Stream<Group> groupsOf(Tenant tenant, PriorityLevel level) {
        return groups.values().stream().filter(group -> group.tenant == tenant && group.level == level);
    }

    private void noteDelay(Ring ring, FairMember best) {
        waiting(ring).forEach(each -> worstDelay = Math.max(worstDelay, best.lastServedAt - each.lastServedAt));
    }

    private double nextServe(long now) {
        servedAt = Math.max(now, servedAt + STEP);
        return servedAt;
    }
}
