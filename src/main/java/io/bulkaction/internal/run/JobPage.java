package io.bulkaction.internal.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of a group that have one status.
 *
 * @param cursor where the next page begins; null when there is none
 */
public record JobPage(List<ListedJob> jobs, @Nullable String cursor) {}
