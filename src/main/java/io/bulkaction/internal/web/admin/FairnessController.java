package io.bulkaction.internal.web.admin;

import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.history.Chart;
import io.bulkaction.internal.operate.history.Fairness;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who got what in the last minutes. */
@RestController
final class FairnessController {

    private final Fairness fairness;
    private final AdminMessages messages;

    FairnessController(Fairness fairness, AdminMessages messages) {
        this.fairness = fairness;
        this.messages = messages;
    }

    @GetMapping("/admin/queue/fairness")
    FairnessResponse fairness(
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestParam(defaultValue = "5") @Min(1) @Max(10) int minutes) {
        Fairness.View view = fairness.look(queue, Duration.ofMinutes(minutes));
        return new FairnessResponse(
                queue,
                view.at(),
                Chart.STEP.toMillis(),
                view.groups(),
                view.slots(),
                view.runs(),
                headline(view.headline()),
                new WaitsResponse(
                        TimesResponse.of(view.waits().firstJob()),
                        TimesResponse.of(view.waits().smallGroups()),
                        LargestResponse.of(view.waits().largest(), view.at())));
    }

    private @Nullable HeadlineResponse headline(Fairness.@Nullable Headline headline) {
        return headline == null ? null : new HeadlineResponse(
                messages.text("admin.fairness", headline.groups(), headline.giant().value(),
                        headline.median().toMillis() / 1000.0, headline.inLine().toMillis() / 1000.0),
                headline.giant(),
                headline.groups(),
                headline.median().toMillis(),
                headline.inLine().toMillis());
    }

    record FairnessResponse(
            QueueName queue,
            Instant at,
            long stepMillis,
            List<GroupId> groups,
            List<Fairness.Slot> slots,
            List<Fairness.Run> runs,
            @Nullable HeadlineResponse headline,
            WaitsResponse waits) {}

    record HeadlineResponse(String sentence, GroupId giant, long groups, long medianMillis, long inLineMillis) {}

    record WaitsResponse(TimesResponse firstJob, TimesResponse smallGroups, @Nullable LargestResponse largest) {}

    /** The times are null if nothing was measured. */
    record TimesResponse(int count, @Nullable Long p50Millis, @Nullable Long p95Millis) {

        static TimesResponse of(Fairness.Times times) {
            return times.count() == 0
                    ? new TimesResponse(0, null, null)
                    : new TimesResponse(times.count(), times.p50().toMillis(), times.p95().toMillis());
        }
    }

    /** @param millis from submit to done, or to now */
    record LargestResponse(GroupId groupId, GroupStatus status, long totalJobs, long doneJobs, long millis) {

        static @Nullable LargestResponse of(Fairness.@Nullable Run largest, Instant now) {
            return largest == null ? null : new LargestResponse(
                    largest.groupId(), largest.status(), largest.totalJobs(), largest.doneJobs(),
                    largest.took(now).toMillis());
        }
    }
}
