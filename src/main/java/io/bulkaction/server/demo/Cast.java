package io.bulkaction.server.demo;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.JobRequest;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Who takes part in the demo, and with which jobs. Ids are the same in every demo, so that the documentation can name
 * them.
 */
final class Cast {

    static final String DEFAULT = "default";
    static final String PARTNER_API = "partner-api";
    static final String NAS = "nas-sync";

    static final String GIANT = "giant";
    static final String SMALL = "small-";

    /** Twenty workers do five hundred such jobs a second. */
    private static final int JOB_MS = 40;

    private Cast() {}

    static BulkActionRequest giant(int jobs) {
        return simulated(DEFAULT, GIANT, jobs, job -> Map.of("durationMs", JOB_MS));
    }

    static BulkActionRequest small(int number) {
        int jobs = 10 + number * 7 % 41;
        return simulated(
                DEFAULT, SMALL + String.format(Locale.ROOT, "%02d", number), jobs, job -> Map.of("durationMs", JOB_MS));
    }

    /** Every fourth job fails once or twice and then succeeds. */
    static BulkActionRequest flaky() {
        return simulated(DEFAULT, "flaky", 40, job -> Map.of(
                "durationMs", JOB_MS, "failTimes", job % 8 == 0 ? 2 : job % 4 == 0 ? 1 : 0));
    }

    /** Two jobs fail for good, but would succeed if a person retried them; one uses up its retries. */
    static BulkActionRequest broken() {
        return simulated(DEFAULT, "broken", 20, job -> switch (job) {
            case 7, 14 -> Map.of("durationMs", JOB_MS, "outcome", "permanent", "outcomeTimes", 1);
            case 20 -> Map.of("durationMs", JOB_MS, "failTimes", 99);
            default -> Map.of("durationMs", JOB_MS);
        });
    }

    /** Its queue has an agreed rate, and now and then the other side asks for a pause. */
    static BulkActionRequest partner() {
        return simulated(PARTNER_API, "partner", 200, job -> job % 60 == 0
                ? Map.of("outcome", "throttled", "outcomeTimes", 1, "retryAfterMs", 3_000)
                : Map.of("durationMs", JOB_MS));
    }

    /** One after the other; the one whose file is missing stops the queue, and the others wait for a person. */
    static BulkActionRequest nas() {
        return request(NAS, "project-7", "NAS_SYNC", DemoFiles.REPORTS, "nas-", number -> Map.of(
                "operation", "UPLOAD", "source", report(number), "target", "reports/" + report(number)));
    }

    static String report(int number) {
        return "report-" + number + ".txt";
    }

    private static BulkActionRequest simulated(
            String queue, String group, int jobs, IntFunction<Map<String, Object>> payload) {
        return request(queue, group, "SIMULATE", jobs, group + "-", payload);
    }

    private static BulkActionRequest request(
            String queue, String group, String processor, int jobs, String prefix,
            IntFunction<Map<String, Object>> payload) {
        return BulkActionRequest.to(queue, group)
                .processor(processor)
                .jobs(IntStream.rangeClosed(1, jobs).mapToObj(job -> JobRequest.of(prefix + job, payload.apply(job))))
                .build();
    }
}
