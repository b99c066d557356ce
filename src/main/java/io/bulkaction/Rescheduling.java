package io.bulkaction;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What {@link BulkActionService#reschedule} or {@link BulkActionService#rescheduleJob} did.
 *
 * @param changed false when the time was the same before
 * @param startsAt nothing starts before this; null when nothing is waited for any more
 */
public record Rescheduling(boolean changed, @Nullable Instant startsAt) {}
