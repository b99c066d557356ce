package io.bulkaction.internal.settings;

import jakarta.validation.constraints.NotEmpty;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A sending window: hours at which jobs may start, under {@code bulk-action.windows.<name>.}
 *
 * @param open Hours of a day, such as 08:00-21:00. Those that end before they begin last over midnight.
 * @param zone Time zone of the clock that they go by.
 * @param days Days of the week on which they begin, such as MON-FRI or SAT,SUN.
 * @param except Dates on which they do not begin.
 */
public record SendingWindowSettings(
        @NotEmpty @DefaultValue List<String> open,
        @DefaultValue("UTC") ZoneId zone,
        @DefaultValue("MON-SUN") String days,
        @DefaultValue List<LocalDate> except) {}
