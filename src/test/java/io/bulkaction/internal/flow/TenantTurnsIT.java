package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.TenantId;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tenants take turns, then the groups of each. */
class TenantTurnsIT {

    private static final TenantId ACME = new TenantId("acme");

    private final TestQueue test = TestQueue.with(
            "backpressure.global-rps", "1000000", "fair-queue.weights[big]", "5", "fair-queue.weights[big/light]",
            "0.5");

    @Test
    void theExampleInPickLuaIsServedAsItSays() {
        TestQueue example = TestQueue.with("backpressure.global-rps", "1000000", "fair-queue.alpha", "0");
        enqueue(example, "A", 1, 9);
        example.enqueue("B", "B-1", "B-2");
        enqueue(example, "T/x", 1, 9);
        enqueue(example, "T/y", 1, 9);
        enqueue(example, "T/z", 1, 9);
        enqueue(example, "C", 1, 9);
        example.enqueue("D", "D-0");
        enqueue(example, "E", 3, 9);
        example.redis().read(commands -> commands.hset(
                example.redis().keys().group(new GroupId("B"), "meta"), bytes("throttledUntil"),
                bytes(Long.toString(example.now() + 60_000))));
        example.redis().read(commands -> commands.hset(
                example.redis().keys().pace(), bytes("longestDelay"), bytes("60000")));

        example.fetch(12);

        assertThat(example.ready()).containsExactly(
                "A-0", "T/x-0", "C-0", "D-0", "E-0", "A-1", "T/y-0", "C-1", "E-1", "E-2", "E-3", "E-4");
        example.fetch(3);
        assertThat(example.ready().subList(12, 15)).as("E goes on, and z is next in the ring of T")
                .containsExactly("E-5", "A-2", "T/z-0");
        Accounting.prove(example);
    }

    @Test
    void aTenantWithAHundredGroupsGetsTheShareOfOne() {
        IntStream.range(0, 100).forEach(i -> enqueue(test, "acme/" + i, 1, 20));
        enqueue(test, "single", 1, 1000);
        enqueue(test, "other/one", 1, 1000);

        Map<String, Integer> served = serve(new Random(3), 900, 50);

        assertThat(served.get("acme/")).isBetween(295, 305);
        assertThat(served.get("single")).isBetween(295, 305);
        assertThat(served.get("other/")).isBetween(295, 305);
        Accounting.prove(test);
    }

    @Test
    void theGroupsOfATenantShareEvenly() {
        IntStream.range(0, 10).forEach(i -> enqueue(test, "acme/" + i, 1, 100));
        enqueue(test, "single", 1, 1000);
        Map<String, Integer> perGroup = new HashMap<>();
        for (int fetch = 0; fetch < 40; fetch++) {
            test.fetch(10);
            test.claim(10).forEach(job -> perGroup.merge(job.groupId().value(), 1, Integer::sum));
        }
        assertThat(perGroup.remove("single")).isBetween(198, 202);
        assertThat(perGroup).hasSize(10);
        assertThat(perGroup.values()).allSatisfy(count -> assertThat(count).isBetween(19, 21));
    }

    @Test
    void tenantsGetSharesInProportionToTheirWeightsHoweverTheyCame() {
        for (String group : List.of("one/a", "two/a", "two/b", "big/a", "big/b", "big/c")) {
            enqueue(test, group, 1, 1000);
        }
        Tenants.of(test.queue()).limit(new TenantId("two"), new GroupLimits(null, null, 2.0));

        Map<String, Integer> served = serve(new Random(5), 1600, 20);

        assertThat(served.get("one/")).isBetween(190, 210);
        assertThat(served.get("two/")).isBetween(380, 420);
        assertThat(served.get("big/")).as("by the settings").isBetween(950, 1050);
    }

    @Test
    void aWeightOfTheSettingsCountsUntilAnotherIsGiven() {
        enqueue(test, "big/light", null, 1000);
        enqueue(test, "big/other", null, 1000);
        Map<String, Integer> served = perGroup(300);
        assertThat(served.get("big/light")).isBetween(98, 102);
        enqueue(test, "big/light", 1.0, 1);
        served = perGroup(300);
        assertThat(served.get("big/light")).isBetween(147, 153);
    }

    @Test
    void aLateTenantIsServedInTheNextBatchWhoeverElseWaits() {
        IntStream.range(0, 60).forEach(i -> enqueue(test, "acme/" + i, 1, 20));
        enqueue(test, "single", 1, 100);
        test.fetch(10);
        test.claim(10);
        enqueue(test, "late/a", 1, 1);
        test.fetch(4);
        assertThat(test.ready()).contains("late/a-0");
    }

    @Test
    void statusCountsGroupsAndNotTenants() {
        enqueue(test, "acme/a", 1, 2);
        enqueue(test, "acme/b", 1, 2);
        enqueue(test, "plain", 1, 2);
        test.enqueue("acme/c", PriorityLevel.HIGH, "c1");
        QueueStatus status = QueueControl.of(test.queue()).survey();
        assertThat(status.groups()).containsEntry(PriorityLevel.NORMAL, 3L);
        assertThat(status.groups()).containsEntry(PriorityLevel.HIGH, 1L);
        Tenants.of(test.queue()).limit(ACME, new GroupLimits(1.0, null));
        test.fetch(10);
        assertThat(test.claim(10)).hasSize(3);
        assertThat(test.tenantMeta(ACME)).containsEntry("parked", "rate");
        status = QueueControl.of(test.queue()).survey();
        assertThat(status.parkedGroups()).as("the tenant is, its groups still wait").isZero();
        Accounting.prove(test);
    }

    @Test
    void strictSharesAreDividedByTenants() {
        TestQueue strict = TestQueue.with(
                "backpressure.global-rps", "12", "backpressure.share", "strict", "backpressure.rate-limit-burst", "1s");
        IntStream.range(0, 5).forEach(i -> enqueue(strict, "acme/" + i, 1, 20));
        enqueue(strict, "single", 1, 20);
        assertThat(startedInAWindow(strict)).containsEntry("acme/", 6).containsEntry("single", 6);
    }

    @Test
    void aTenantThatWaitsOnTwoLevelsHasOneStrictShare() {
        TestQueue strict = TestQueue.with(
                "backpressure.global-rps", "12", "backpressure.share", "strict", "backpressure.rate-limit-burst", "1s");
        strict.enqueue(
                "acme/high", PriorityLevel.HIGH, IntStream.range(0, 20).mapToObj(i -> "h" + i).toArray(String[]::new));
        enqueue(strict, "acme/normal", 1, 20);
        enqueue(strict, "single", 1, 20);
        assertThat(startedInAWindow(strict)).containsEntry("acme/", 6).containsEntry("single", 6);
    }

    @Test
    void strictSharesAreInProportionToWeights() {
        TestQueue strict = TestQueue.with(
                "backpressure.global-rps", "80", "backpressure.share", "strict", "backpressure.rate-limit-burst", "1s",
                "fair-queue.weights[acme]", "5");
        IntStream.range(0, 4).forEach(i -> enqueue(strict, "acme/" + i, 1, 50));
        enqueue(strict, "two", 2, 100);
        enqueue(strict, "one", 1, 100);
        assertThat(startedInAWindow(strict)).containsEntry("acme/", 50).containsEntry("two", 20).containsEntry("one",
                10);
        assertThat(strict.queue().rateLimiter().statuses(Stream.of("acme/0", "two", "one").map(GroupId::new).toList()))
                .extracting(RateLimiter.Status::groupLimit, RateLimiter.Status::share)
                .containsExactly(tuple(50L, 5 / 8.0 / 4), tuple(20L, 2 / 8.0), tuple(10L, 1 / 8.0));
    }

    @Test
    void whoHasNothingThatWaitsIsDueTheShareOfOneMore() {
        enqueue(test, "a", 1, 1);
        enqueue(test, "b", 3, 1);
        assertThat(test.queue().rateLimiter().status(new GroupId("b")).share()).isEqualTo(0.75);
        test.fetch(10);
        assertThat(test.queue().rateLimiter().status(new GroupId("b")).share()).isEqualTo(1);
        enqueue(test, "c", 1, 1);
        assertThat(test.queue().rateLimiter().status(new GroupId("b")).share()).isEqualTo(0.75);
    }

    private static Map<String, Integer> startedInAWindow(TestQueue strict) {
        Map<String, Integer> served = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            strict.fetch(50);
            strict.claim(50).forEach(job -> served.merge(tenant(job.groupId().value()), 1, Integer::sum));
        }
        Accounting.prove(strict);
        return served;
    }

    private Map<String, Integer> serve(Random random, int jobs, int most) {
        Map<String, Integer> served = new HashMap<>();
        for (int left = jobs; left > 0;) {
            int limit = Math.min(left, 1 + random.nextInt(most));
            test.fetch(limit);
            test.claim(limit).forEach(job -> served.merge(tenant(job.groupId().value()), 1, Integer::sum));
            left -= limit;
        }
        return served;
    }

    private Map<String, Integer> perGroup(int jobs) {
        Map<String, Integer> served = new HashMap<>();
        for (int left = jobs; left > 0; left -= 10) {
            test.fetch(10);
            test.claim(10).forEach(job -> served.merge(job.groupId().value(), 1, Integer::sum));
        }
        return served;
    }

    private static String tenant(String group) {
        return group.replaceFirst("/.*", "/");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void enqueue(TestQueue test, String group, Number weight, int jobs) {
        List<String> ids = new ArrayList<>();
        IntStream.range(0, jobs).forEach(i -> ids.add(group + "-" + (weight == null ? "w" : "") + i));
        EnqueueBatch plain = TestQueue.batch(group, null, true, ids);
        test.enqueue(EnqueueBatch.of(plain.group(), "TEST", plain.jobs())
                .with(new GroupLimits(null, null, weight == null ? null : weight.doubleValue())));
    }
}
