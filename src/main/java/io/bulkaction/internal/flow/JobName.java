package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;

/**
 * What a job is called in its queue, because its id is unique only within its group. Keys and scripts know a job by the
 * text of its name, {@code <group>#<id>}.
 */
public record JobName(GroupId group, JobId id) {

    /** Between group and id; part of neither. */
    public static final char SEPARATOR = '#';

    /** @param text as {@link #toString} writes it */
    public static JobName parse(String text) {
        int split = text.indexOf(SEPARATOR);
        return new JobName(
                new GroupId(text.substring(0, Math.max(0, split))), new JobId(text.substring(split + 1)));
    }

    @Override
    public String toString() {
        return group.value() + SEPARATOR + id.value();
    }
}
