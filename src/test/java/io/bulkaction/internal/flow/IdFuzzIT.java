package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.GroupId;
import io.bulkaction.Ids;
import io.bulkaction.InvalidIdException;
import io.bulkaction.JobId;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Ids of any kind: accepted and brought back unchanged, or refused with the rule; never a key that nobody expects. */
class IdFuzzIT {

    private static final Pattern ALLOWED = Pattern.compile("(?!(?:.*/)?\\.\\.?(?:/|$))[A-Za-z0-9._:@/-]{1,128}");
    private static final List<String> PARTS = List.of(
            ":", "{", "}", "*", "\n", "\r", "\0", "😀", "é", " ", "\"", "'", "\\", "?", "[", "]", "%", "$", "a", "B",
            "7", ".",
            "_", "@", "/", "-", "meta", "jobs", "staged", "attempts", "job:", ":meta", "global:1", "group:", "{x}", "한",
            "\t");
    private static final List<String> LIKE_KEYS = List.of(
            "a:meta", "a:jobs", "x:attempts", "global:1", "a:staged", "a", "job:a", "job-attempts:a", "group:a:meta",
            ":", "::",
            "-", "...", ".a", "a..", "0", "-1", "a:meta:meta", "ready-queue", "high", "normal", "example:x", "inf",
            "nan", "a/a", "a/meta", "a:meta/x", "a/a/a", "high/high", "a:high/x");

    private final TestQueue test = TestQueue.with();

    @Test
    void tenThousandRandomIdsAreTakenAsTheyAreOrRefusedWithTheRule() {
        long seed = Long.getLong("test.seed", new Random().nextLong());
        System.out.println("ids: seed " + seed);
        Random random = new Random(seed);
        Set<String> good = new LinkedHashSet<>(LIKE_KEYS);
        for (int i = 0; i < 10_000; i++) {
            String id = random(random);
            if (ALLOWED.matcher(id).matches()) {
                good.add(id);
                assertThat(new JobId(id).value()).isEqualTo(id);
            } else {
                assertThatThrownBy(() -> new JobId(id)).isInstanceOf(InvalidIdException.class)
                        .hasMessageContaining("jobId").hasMessageContaining(Ids.RULE);
                assertThatThrownBy(() -> new GroupId(id)).isInstanceOf(InvalidIdException.class)
                        .hasMessageContaining("groupId").hasMessageContaining(Ids.RULE);
            }
        }
        List<String> groups = good.stream().filter(IdFuzzIT::isGroup).toList();
        assertThat(groups).hasSizeGreaterThan(500);
        comesBackUnchanged(groups.subList(0, 500));
    }

    /** A group has no slash at its beginning or end: what is before its first slash is its tenant. */
    private static boolean isGroup(String id) {
        boolean isGroup = !id.startsWith("/") && !id.endsWith("/");
        if (!isGroup) {
            assertThatThrownBy(() -> new GroupId(id)).isInstanceOf(InvalidIdException.class)
                    .hasMessageContaining("groupId").hasMessageContaining("slash at its beginning or end");
        }
        return isGroup;
    }

    @Test
    void idsThatLookLikePartsOfKeysDoNotMeet() {
        comesBackUnchanged(LIKE_KEYS);
    }

    /** Each id as the name of a job and of its group; every job fails once, so that all kinds of keys come up. */
    private void comesBackUnchanged(List<String> ids) {
        ids.forEach(id -> test.enqueue(id, id));
        List<ClaimedJob> jobs = serve(ids.size());
        assertThat(jobs.stream().map(job -> job.id().value()).collect(Collectors.toSet())).isEqualTo(Set.copyOf(ids));
        assertThat(jobs).allMatch(job -> job.groupId().value().equals(job.id().value()));
        Accounting.prove(test);
        jobs.forEach(job -> test.retry(job, Duration.ZERO));
        Accounting.prove(test);
        jobs = serve(ids.size());
        assertThat(jobs).hasSize(ids.size());
        jobs.forEach(test::completeForAggregator);
        Verbs verbs = new Verbs(test);
        ids.forEach(id -> assertThat(verbs.finalizeRun(id).text("answer")).as(id).isEqualTo("finalized"));
        Accounting.prove(test);
    }

    private List<ClaimedJob> serve(int count) {
        for (int served = 0; served < count; served += 50) { // a call has no more than a hundred groups and tenants
            test.dispatch(1000);
            test.fetch(1000);
        }
        return test.claim(count);
    }

    private static String random(Random random) {
        int length = switch (random.nextInt(10)) {
            case 0 -> 0;
            case 1 -> 120 + random.nextInt(20);
            default -> 1 + random.nextInt(6);
        };
        boolean tame = random.nextInt(3) > 0;
        StringBuilder id = new StringBuilder();
        while (id.length() < length) {
            String part = PARTS.get(random.nextInt(PARTS.size()));
            if (!tame || part.equals(".") || ALLOWED.matcher(part).matches()) {
                id.append(part);
            }
        }
        return id.toString();
    }
}
