package io.bulkaction.server.web.dashboard;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.JobRequest;
import io.bulkaction.PriorityLevel;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A lively service for pictures: giants and small customers, three levels, failures of several kinds. */
final class Showcase {

    private static final List<String> DOMAINS = List.of("unknown.example", "full.example", "slow.example");

    private final BulkActionService bulkActions;
    private final Random random = new Random(7);

    Showcase(BulkActionService bulkActions) {
        this.bulkActions = bulkActions;
    }

    void begin() {
        simulate("default", "newsletter/2026-11", PriorityLevel.LOW, 12_000, 50);
        simulate("default", "customer-A", PriorityLevel.NORMAL, 45_000, 60);
        simulate("default", "customer-B", PriorityLevel.NORMAL, 36_000, 90);
        simulate("default", "customer-C", PriorityLevel.NORMAL, 600, 120);
        simulate("default", "invoices/2026-11", PriorityLevel.NORMAL, 1_200, 40);
        simulate("nas-sync", "project-7", PriorityLevel.NORMAL, 3_500, 350);
        simulate("nas-sync", "project-9", PriorityLevel.HIGH, 60, 300);
        bulkActions.submit(BulkActionRequest.to("default", "partner-api")
                .processor("SIMULATE").maxRps(12.0).jobs(jobs("partner-api", 5_000, 60)).build());
        mails("welcome-mails", 17);
        mails("promo/black-friday", 34);
    }

    /** Jobs that arrive while others run. */
    void submitMore(int round) {
        simulate("default", "password-resets/" + round, PriorityLevel.HIGH, 120 + 40 * (round % 3), 30);
        simulate("default", "customer-" + (char) ('D' + round), PriorityLevel.NORMAL, 700, 70);
        mails("welcome-mails", 2);
    }

    void failOnNas() {
        bulkActions.submit(BulkActionRequest.to("nas-sync", "project-12")
                .processor("SIMULATE")
                .level(PriorityLevel.HIGH)
                .jobs(Stream.of(JobRequest.of("project-12-mkdir-0001", Map.of("outcome", "permanent"))))
                .build());
    }

    private void simulate(String queue, String group, PriorityLevel level, int jobs, int millis) {
        bulkActions.submit(BulkActionRequest.to(queue, group)
                .processor("SIMULATE").level(level).jobs(jobs(group, jobs, millis)).build());
    }

    private Stream<JobRequest> jobs(String group, int count, int millis) {
        return IntStream.range(0, count)
                .mapToObj(
                        i -> JobRequest.of(group + "-" + i, Map.of("durationMs", millis / 2 + random.nextInt(millis))));
    }

    private void mails(String group, int count) {
        bulkActions.submit(BulkActionRequest.to("default", group)
                .processor(ShowcaseProcessor.TYPE)
                .jobs(IntStream.range(0, count).mapToObj(i -> {
                    int number = random.nextInt(100_000);
                    return JobRequest.of(group + "-" + number, Map.of(
                            "to", "kim" + number + "@" + DOMAINS.get(number % DOMAINS.size()),
                            "subject", "Welcome, 김하늘 님",
                            "body", "Your account is ready."));
                }))
                .build());
    }
}
