package io.bulkaction.internal.run;

import io.bulkaction.GroupProgress;
import java.util.List;

/**
 * Some of the groups of a queue.
 *
 * @param total groups that the page was taken from
 */
public record GroupPage(long total, List<GroupProgress> items) {}
