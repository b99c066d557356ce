package io.bulkaction.testing;

import io.bulkaction.GroupStatus;
import io.bulkaction.internal.settings.QueueSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The books of one group: its counters against what was found, and whether it is where it can go on. */
final class GroupBooks {

    private static final Set<String> OPEN = Set.of("CREATED", "DISPATCHED", "RUNNING", "CANCELLING");
    private static final Set<String> FINISHED = Set.of("COMPLETED", "FAILED", "CANCELLED");

    private final QueueKeys keys;
    private final Accounting.GroupCount found;
    private final QueueSettings settings;
    private final List<String> problems;
    private final Map<String, String> meta;
    private final String status;

    GroupBooks(QueueKeys keys, Accounting.GroupCount found, QueueSettings settings, List<String> problems) {
        this.keys = keys;
        this.found = found;
        this.settings = settings;
        this.problems = problems;
        this.meta = keys.pairs("group:" + found.id + ":meta");
        this.status = meta.getOrDefault("status", "missing");
    }

    void check() {
        if (meta.isEmpty()) {
            boolean remains = Stream.of("jobs", "returned", "scheduled", "errors", "results", "result", "closed")
                    .anyMatch(part -> keys.has("group:" + found.id + ":" + part));
            int jobs = found.pending + found.ready + found.nonReady + found.inFlight + found.scheduled;
            check(!remains && jobs == 0, "is unknown but has keys or jobs");
            return;
        }
        checkCounters();
        checkStatus();
        checkPlace();
        checkStatistics();
    }

    private void checkCounters() {
        int returned = keys.pairs("group:" + found.id + ":returned").size();
        equal("pending", found.pending, keys.members("group:" + found.id + ":jobs").size() + returned);
        equal("returned", returned, number("returned"));
        equal("scheduled", found.scheduled, number("scheduled"));
        Optional<Double> first = keys.pairs("group:" + found.id + ":scheduled").values().stream()
                .map(Double::valueOf).min(Double::compare).filter(any -> !status.equals("CANCELLING"));
        equal("first of its scheduled jobs", first,
                Optional.ofNullable(keys.pairs("scheduled-groups").get(found.id)).map(Double::valueOf));
        equal("has jobs that expire", isInSorted("expiring-groups"),
                !keys.pairs("group:" + found.id + ":expiries").isEmpty() && !status.equals("CANCELLING"));
        equal("nonReady", found.nonReady, number("nonReady"));
        equal("running", found.inFlight, number("running"));
        equal("ready = admitted - running", found.ready, number("admitted") - number("running"));
        equal("failedCount", found.deadOfRun, number("failedCount"));
        equal("doneJobs", number("successCount") + number("failedCount") + number("cancelledCount")
                + number("resolvedCount") + number("expiredCount"), number("doneJobs"));
        equal("totalJobs", number("doneJobs") + found.pending + found.ready + found.nonReady + found.inFlight
                + found.scheduled, number("totalJobs"));
    }

    private void checkStatus() {
        boolean ended = "1".equals(meta.get("sealed")) && number("doneJobs") >= number("totalJobs");
        check(!(OPEN.contains(status) && ended), "is " + status + " though all is done");
        check(OPEN.contains(status) || ended, "is " + status + " though not all is done");
        equal("member of cancelling-groups", status.equals("CANCELLING"), isIn("cancelling-groups"));
        equal("member of aggregating-groups", status.equals("AGGREGATING"), isInSorted("aggregating-groups"));
        equal("member of finished-groups", FINISHED.contains(status), isInSorted("finished-groups"));
        check(isInSorted("group-names"), "is not in group-names");
        equal("labels in the index", List.of(meta.getOrDefault("labels", "").split("\t")).stream()
                .filter(label -> !label.isEmpty()).sorted().toList(),
                keys.pairs("labels").keySet().stream().filter(entry -> entry.endsWith("\t" + found.id))
                        .map(entry -> entry.split("\t")[0]).sorted().toList());
        equal("sets by status", List.of(status), Arrays.stream(GroupStatus.values())
                .map(GroupStatus::name).filter(each -> isInSorted("groups:" + each)).toList());
        equal("member of unsealed-groups", OPEN.contains(status) && "0".equals(meta.get("sealed")),
                isInSorted("unsealed-groups"));
        if (FINISHED.contains(status)) {
            check(Stream.of("jobs", "returned").noneMatch(part -> keys.has("group:" + found.id + ":" + part)),
                    "is finished and keeps lists");
            check(number("deadLetters") > 0 || !keys.has("group:" + found.id + ":results"),
                    "is finished for good and keeps what its jobs returned");
        }
    }

    private void checkPlace() {
        List<String> levels = Stream.of("high", "normal", "low")
                .filter(level -> isInSorted(TenantBooks.ring(found.id, level)))
                .toList();
        boolean limited = isInSorted("rate-limited-groups");
        boolean held = isInSorted("held-groups");
        boolean parked = limited || held || isInSorted("parked-groups");
        int waiting = found.pending;
        equal("parked for tokens", "rate".equals(meta.get("parked")), limited);
        equal("held", "held".equals(meta.get("parked")), held);
        check(Stream.of(limited, held, isInSorted("parked-groups")).filter(in -> in).count() < 2, "is parked twice");
        check(!held || meta.containsKey("pausedAt") || meta.containsKey("startAt") || meta.containsKey("after")
                || meta.containsKey("sendingWindow"), "is held for no reason");
        check(levels.isEmpty() || levels.equals(List.of(meta.getOrDefault("level", ""))),
                "waits on level " + levels + " but is of level " + meta.get("level"));
        check(levels.isEmpty() || !parked, "waits and is parked");
        equal("parked", parked, meta.containsKey("parked"));
        boolean may = OPEN.contains(status) && !status.equals("CANCELLING");
        check(may || (levels.isEmpty() && !parked), "is " + status + " and still waits or is parked");
        check(!may || held || !meta.containsKey("pausedAt"), "is paused and not held");
        check(!may || !meta.containsKey("after") || isInSorted("after-groups"), "waits for others, and nobody looks");
        check(!may || waiting == 0 || parked || !levels.isEmpty(), "has " + waiting + " jobs and will never be served");
        boolean full = "full".equals(meta.get("parked"));
        equal("waits for its processor type", full, isInSorted("waiting-for:" + meta.getOrDefault("missing", "")));
        if ("concurrency".equals(meta.get("parked"))) {
            check(number("admitted") > 0 || (settings.workerPool().ordered() && number("nonReady") > 0),
                    "is parked until a slot is free, but holds none");
        }
        if (!levels.isEmpty()) {
            double score = Double.parseDouble(keys.pairs(TenantBooks.ring(found.id, levels.getFirst())).get(found.id));
            double boost = score + Double.parseDouble(meta.get("lastServedAt")) - number("basePriority");
            check(Math.abs(boost) <= settings.fairQueue().maxBoost().toMillis() + 0.001, "has a boost of " + boost);
        }
    }

    private void checkStatistics() {
        check(!isInSorted("congested-groups") || OPEN.contains(status) && !status.equals("CANCELLING"),
                "is congested and " + status);
        boolean held = "held".equals(meta.get("parked"));
        boolean isLimited = !meta.getOrDefault("maxRps", "0").matches("0(\\.0)?") || meta.containsKey("draining")
                || meta.containsKey("sendingWindow");
        boolean mayBeLimited = isLimited || held;
        check(!isIn("limited-groups") || mayBeLimited, "is in limited-groups");
        check(isIn("limited-groups") || !isLimited && !(held && number("admitted") > 0), "is not in limited-groups");
        long timed = meta.keySet().stream().filter(field -> field.startsWith("took:")).mapToLong(this::number).sum();
        equal("durations", timed, number("successCount"));
        long errors = keys.pairs("group:" + found.id + ":errors").entrySet().stream()
                .filter(code -> !code.getKey().startsWith("example:"))
                .mapToLong(code -> Long.parseLong(code.getValue()))
                .sum();
        equal("errors", errors, number("failedCount") + number("resolvedCount"));
    }

    private boolean isIn(String set) {
        return keys.members(set).contains(found.id);
    }

    private boolean isInSorted(String set) {
        return keys.pairs(set).containsKey(found.id);
    }

    private long number(String field) {
        return Long.parseLong(meta.getOrDefault(field, "0"));
    }

    private void equal(String what, Object actual, Object kept) {
        check(actual.toString().equals(kept.toString()), what + ": found " + actual + ", kept " + kept);
    }

    private void check(boolean holds, String problem) {
        if (!holds) {
            problems.add("group " + found.id + " " + problem);
        }
    }
}
