package io.bulkaction.internal.operate.recur;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.bulkaction.BulkActionRequest;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.internal.settings.RecurringSettings;
import io.bulkaction.internal.settings.RecurringSettings.Missed;
import io.bulkaction.internal.settings.RecurringSettings.Overlap;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What recurs, and when.
 *
 * @param origin where it comes from; only its settings change one that they have made
 * @param jobs the same jobs each time; empty where a source or a URL says which
 * @param source name of a {@link io.bulkaction.spi.JobSource}
 * @param url where to fetch the jobs, one JSON object per line
 * @param group pattern of the group of each tick
 */
public record RecurringAction(
        String name,
        Origin origin,
        String cron,
        String zone,
        String processor,
        @Nullable PriorityLevel level,
        List<RecurringSettings.FixedJob> jobs,
        @Nullable String source,
        @Nullable String url,
        String group,
        Missed missed,
        Overlap overlap) {

    /** Who made it. */
    public enum Origin {
        SETTINGS,
        API
    }

    /** What the group of each tick is called if nothing is said: the name is the tenant of all of them. */
    public static final String DEFAULT_GROUP = RecurringSettings.DEFAULT_GROUP;

    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    static RecurringAction of(String name, RecurringSettings settings) {
        return new RecurringAction(
                name, Origin.SETTINGS, settings.cron(), settings.zone().getId(), settings.processor(), settings.level(),
                settings.jobs(), settings.source(), settings.url(), settings.group(), settings.missed(),
                settings.overlap());
    }

    /** In UTC, so that no two ticks share it, also on the day on which clocks are set back. */
    String groupOf(Instant tick, boolean manual) {
        return group.replace("{name}", name).replace("{time}", (manual ? MILLIS : SECONDS).format(tick));
    }

    /** Where the jobs of a tick go. */
    public BulkActionRequest.Target target(QueueName queue, String tickGroup) {
        return BulkActionRequest.to(queue.value(), tickGroup).processor(processor).level(level).target();
    }

    Schedule schedule() {
        return Schedule.of(cron, ZoneId.of(zone));
    }

    /** For the audit trail. */
    String words() {
        return cron + " " + zone + ", " + processor;
    }

    @JsonIgnore
    public boolean isFromSettings() {
        return origin == Origin.SETTINGS;
    }
}
