package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupEndedException;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobNotScheduledException;
import io.bulkaction.PriorityLevel;
import io.bulkaction.TenantId;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.RuntimeLimits;
import io.bulkaction.internal.operate.sending.Calendar;
import io.bulkaction.internal.run.BeyondBoundsException;
import io.bulkaction.internal.run.CompletedJobs;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.Schedules;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What people, watchers and the housekeeping do in a random history. */
final class RandomOperations {

    static final List<TenantId> TENANTS = List.of(new TenantId("t"), new TenantId("u"));

    private final RandomHistory history;
    private final RandomSubmits submits;
    private final Random random;
    private final List<Consumer<String>> all = all();
    private final List<String[]> endings = new ArrayList<>();

    RandomOperations(RandomHistory history, RandomSubmits submits, Random random) {
        this.history = history;
        this.submits = submits;
        this.random = random;
    }

    int count() {
        return all.size();
    }

    /** @param which of all that there are */
    void operate(int which, String group) {
        all.get(which).accept(group);
    }

    /** Ends what waits for somebody to act. */
    void letGo(List<String> groups) {
        verbs().resume();
        TENANTS.forEach(tenants()::resume);
        groups.forEach(group -> {
            Groups.of(test().queue()).resume(new GroupId(group));
            verbs().seal(group);
            verbs().proceed(group, test().meta(group).getOrDefault("after", "nothing"));
        });
        TENANTS.forEach(tenant -> verbs().cancelTenant(tenant.value(), "end", tenantCancelled.get(tenant)));
        QueueControl.of(test().queue()).untune();
        GroupLimits always = new GroupLimits(null, null, null, GroupLimits.NO_WINDOW);
        TENANTS.forEach(tenant -> tenants().limit(tenant, always));
        groups.forEach(group -> Groups.of(test().queue()).limit(new GroupId(group), always));
    }

    private List<Consumer<String>> all() {
        Consumer<String> resumeGroup = group -> Groups.of(test().queue()).resume(new GroupId(group));
        return List.of(
                any -> verbs().pause("test"),
                any -> verbs().resume(),
                any -> verbs().resume(),
                group -> verbs().seal(group),
                group -> verbs().cancel(group, 1 + random.nextInt(10), history.nonReady().stream().limit(3).toList()),
                this::finalizeRun,
                any -> verbs().retryDead(dead()),
                any -> verbs().skip(dead()),
                this::limit,
                this::limitTenant,
                any -> tenants().pause(tenant(), "test", "test"),
                any -> tenants().resume(tenant()),
                this::pauseGroup,
                this::rescheduleGroup,
                any -> rescheduleJob(),
                resumeGroup,
                resumeGroup,
                resumeGroup,
                any -> cancelOne(),
                any -> cancelOne(),
                any -> cancelTenant(),
                any -> tune(),
                any -> changeTypes(),
                this::proceed,
                this::proceed,
                any -> submits.loseAReservation(test()),
                any -> submits.balance(),
                any -> changeHours(),
                any -> calendar().keeper().sweep(),
                any -> history.extend(),
                any -> history.extend(),
                any -> sometimesForget());
    }

    private void limitTenant(String any) {
        try {
            tenants().limit(tenant(), submits.limits(), random.nextBoolean());
        } catch (BeyondBoundsException e) {
            // nothing was changed
        }
    }

    private void limit(String group) {
        PriorityLevel level = random.nextBoolean() ? null : PriorityLevel.values()[random.nextInt(3)];
        try {
            Groups.of(test().queue()).limit(new GroupId(group), submits.limits(), level, random.nextBoolean());
        } catch (BeyondBoundsException e) {
            // nothing was changed
        }
        test().queue().rateLimiter().statuses(List.of(new GroupId(group), new GroupId("nobody")));
    }

    private void sometimesForget() {
        if (random.nextInt(3) == 0) {
            forget();
        }
    }

    /** What is old enough. */
    void forget() {
        test().advance(Duration.ofDays(8).toMillis());
        verbs().forget(10);
        forgetJobs(1 + random.nextInt(10));
    }

    private final Map<TenantId, String> tenantCancelled = new HashMap<>(
            TENANTS.stream().collect(Collectors.toMap(tenant -> tenant, any -> "0")));

    private void cancelTenant() {
        TenantId tenant = tenant();
        String step = one("begin", "continue", "end");
        String began = step.equals("begin") ? "" : tenantCancelled.get(tenant);
        tenantCancelled.put(tenant, verbs().cancelTenant(tenant.value(), step, began).text("began_at"));
    }

    private void tune() {
        QueueControl control = QueueControl.of(test().queue());
        switch (random.nextInt(5)) {
            case 0 -> control.untune();
            case 1 -> control.tune(new RuntimeLimits(null, 2, null));
            case 2 -> control.tune(new RuntimeLimits(null, null, null, submits.window()));
            default -> control.tune(new RuntimeLimits(Double.valueOf(one("5", "100")), null, 7));
        }
    }

    /** Open for an hour or two of three: the clock jumps over both, and over the end of what is known. */
    private void changeHours() {
        String name = one("odd", "even");
        int first = name.equals("odd") ? 0 : 1;
        int length = 1 + random.nextInt(2);
        String hours = IntStream.range(0, 8)
                .mapToObj(i -> "%02d:00-%02d:00".formatted(3 * i + first, 3 * i + first + length))
                .collect(Collectors.joining(","));
        calendar().put(name, hours, one("UTC", "Asia/Seoul"));
    }

    private Calendar calendar() {
        return Calendar.of(test());
    }

    /** Which processor types the instance limits, and what is known of those that it does not know. */
    private void changeTypes() {
        ForeignTypes types = test().queue().foreign();
        String spare = one("", "SLOW=0", "SLOW=1 OTHER=3", "SLOW=5 TEST=1");
        types.limitedBy(() -> spare);
        types.fleetKnows(random.nextBoolean() ? Set.of("NEW") : Set.of());
    }

    /** Somebody takes a group that waits for others, and says that what it waits for, or did once, is over. */
    private void proceed(String group) {
        verbs().takeWaiting();
        verbs().proceed(group,
                random.nextInt(4) == 0 ? "another" : test().meta(group).getOrDefault("after", "nothing"));
    }

    private void cancelOne() {
        if (!history.accepted().isEmpty()) {
            String job = List.copyOf(history.accepted()).get(random.nextInt(history.accepted().size()));
            Groups.of(test().queue()).cancel(JobName.parse(job));
        }
    }

    /** To a time around now, or to none. */
    private void rescheduleGroup(String group) {
        try {
            Schedules.of(test().queue()).reschedule(new GroupId(group), someTime());
        } catch (GroupEndedException e) {
            assertThat(test().meta(group).get("status")).isNotIn("CREATED", "RUNNING");
        }
    }

    private void rescheduleJob() {
        if (history.accepted().isEmpty()) {
            return;
        }
        String job = List.copyOf(history.accepted()).get(random.nextInt(history.accepted().size()));
        try {
            Schedules.of(test().queue()).reschedule(JobName.parse(job), someTime());
        } catch (JobNotScheduledException | GroupEndedException e) {
            // it has started, or is being cancelled
        }
    }

    private @Nullable Instant someTime() {
        return random.nextInt(3) == 0 ? null : Instant.ofEpochMilli(test().now() + random.nextInt(4_000) - 1_000);
    }

    private void pauseGroup(String group) {
        try {
            Groups.of(test().queue()).pause(new GroupId(group), "test", "test");
        } catch (GroupEndedException e) {
            assertThat(test().meta(group).get("status")).isNotIn("CREATED", "RUNNING");
        }
    }

    /** A watcher that was held up finalizes what it once saw, which may have become another run. */
    private void finalizeRun(String group) {
        Map<String, String> meta = test().meta(group);
        endings.add(new String[] {group, meta.getOrDefault("run", "0"), meta.getOrDefault("endings", "0")});
        String[] seen = random.nextBoolean() ? endings.getLast() : endings.get(random.nextInt(endings.size()));
        verbs().finalizeRun(seen[0], seen[1], seen[2]);
    }

    /** What was completed and is gone has ended; only that may be gone. */
    private void forgetJobs(int limit) {
        Set<String> completed = Set.copyOf(test().completed().keySet());
        CompletedJobs.of(test().queue()).expire(limit);
        history.accepted().removeIf(job -> completed.contains(job) && test().job(job).isEmpty());
    }

    private List<String> dead() {
        List<String> names = history.accepted().stream().filter(job -> random.nextInt(3) == 0).toList();
        return names.isEmpty() ? List.of("nobody") : names;
    }

    private Tenants tenants() {
        return Tenants.of(test().queue());
    }

    private TenantId tenant() {
        return TENANTS.get(random.nextInt(TENANTS.size()));
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private TestQueue test() {
        return history.test();
    }

    private Verbs verbs() {
        return history.verbs();
    }
}
