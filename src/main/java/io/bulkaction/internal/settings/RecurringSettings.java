package io.bulkaction.internal.settings;

import io.bulkaction.Ids;
import io.bulkaction.PriorityLevel;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A bulk action that recurs, under {@code bulk-action.recurring.<name>.}.
 *
 * @param queue Queue of its runs.
 * @param cron When it runs: a cron expression of five fields, of six with seconds first, or a macro.
 * @param zone Time zone of the cron expression.
 * @param processor Type of the processor that runs its jobs.
 * @param level Level of its groups.
 * @param jobs Its jobs, the same each time. It has either these, a source or a url.
 * @param source Name of the JobSource bean that says which jobs there are.
 * @param url URL that answers with the jobs, one JSON object per line. Its host must be among
 *     recurring-sources.allowed-hosts.
 * @param group Group of each tick. Must contain {time}, the time in UTC; {name} is its name.
 * @param missed What happens to ticks at which no instance was there.
 * @param overlap What happens at a tick while the run of an earlier one has not ended.
 */
public record RecurringSettings(
        @DefaultValue("default") String queue,
        @NotBlank String cron,
        @DefaultValue("UTC") ZoneId zone,
        @NotBlank String processor,
        @Nullable PriorityLevel level,
        @DefaultValue @Size(max = RecurringSettings.MAX_JOBS) List<FixedJob> jobs,
        @Nullable String source,
        @Nullable String url,
        @DefaultValue(RecurringSettings.DEFAULT_GROUP) String group,
        @DefaultValue("skip") Missed missed,
        @DefaultValue("skip") Overlap overlap) {

    /** The name is the tenant of the groups of all ticks. */
    public static final String DEFAULT_GROUP = "{name}/{time}";

    /** More come from a source. */
    public static final int MAX_JOBS = 1_000;

    private static final String LONGEST_TIME = "20260101T000000.000Z";

    /** What happens to ticks at which no instance was there. */
    public enum Missed {
        /** Nothing. */
        SKIP,
        /** The last of them runs late. */
        ONCE
    }

    /** What happens at a tick while the run of an earlier one has not ended. */
    public enum Overlap {
        /** It has no run. */
        SKIP,
        /** Its run begins when that one has ended. */
        QUEUE,
        /** Both run. */
        ALLOW
    }

    /**
     * @param id Id of the job. Its position among the jobs if there is none.
     * @param payload What the processor gets, as JSON text.
     */
    public record FixedJob(@Nullable String id, @DefaultValue("{}") String payload) {}

    @AssertTrue(message = "either jobs, source or url is needed, and only one of them")
    public boolean isOneSourceGiven() {
        return Stream.of(jobs.isEmpty() ? null : jobs, source, url).filter(Objects::nonNull).count() == 1;
    }

    @AssertTrue(message = "group must contain {time}, and must be an id of at most 128 characters once names and times are in it")
    public boolean isGroupAnId() {
        return isGroupPattern(group, "n");
    }

    /** Whether each tick has a group of its own by this pattern. */
    public static boolean isGroupPattern(String group, String name) {
        return group.contains("{time}")
                && Ids.isValid(group.replace("{name}", name).replace("{time}", LONGEST_TIME));
    }
}
