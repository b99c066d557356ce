package io.bulkaction.internal.operate;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.internal.flow.JobName;
import org.jspecify.annotations.Nullable;

/**
 * A job as a person refers to it: by its name, or by its id alone.
 *
 * @param group null if the person did not say it
 */
public record JobRef(@Nullable GroupId group, JobId id) {

    /** @param text {@code <group>#<id>}, or the id alone */
    public static JobRef parse(String text) {
        return text.indexOf(JobName.SEPARATOR) < 0 ? new JobRef(null, new JobId(text)) : of(JobName.parse(text));
    }

    public static JobRef of(JobName name) {
        return new JobRef(name.group(), name.id());
    }

    @Override
    public String toString() {
        return group == null ? id.value() : new JobName(group, id).toString();
    }
}
