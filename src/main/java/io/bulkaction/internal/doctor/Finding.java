package io.bulkaction.internal.doctor;

import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong.
 *
 * @param subject the job, group or key
 * @param remedy what was done about it; null if nothing
 */
public record Finding(Kind kind, String subject, String detail, @Nullable String remedy) {

    /** What can be wrong. */
    public enum Kind {
        /** A job that is not finished is in no place: it would never run. */
        JOB_LOST,
        /** A job is in a place twice, or in two places: it would run twice. */
        JOB_DOUBLED,
        /** A job is in one place, but not in one that fits its status. */
        JOB_MISPLACED,
        /** A place names a job that does not exist. */
        JOB_GONE,
        /** A finished job is still in a place, or never expires. */
        JOB_LINGERS,
        /** A job that is not finished would expire. */
        JOB_EXPIRES,
        /** A job that is not finished has no group. */
        JOB_WITHOUT_GROUP,
        /** A dead letter is missing in a list by group, code or processor, or such a list names a job that is none. */
        DEAD_LETTER_UNLISTED,
        /** A group is not in a set it must be in, or in one it must not be in. */
        GROUP_MISPLACED,
        /** A group's counters are wrong. */
        GROUP_COUNTERS,
        /** A tenant is not in a set it must be in, or in one it must not be in, or its jobs or groups are miscounted. */
        TENANT_MISPLACED,
        /** The queue's own counters are wrong. */
        QUEUE_COUNTERS,
        /** A key whose job or group does not exist. */
        KEY_WITHOUT_OWNER,
        /** A key that should expire and does not. */
        KEY_ENDLESS,
        /** An unknown key; it is left alone. */
        KEY_UNKNOWN,
        /** Leases ran out a while ago and their jobs were not recovered. */
        LEASE_UNATTENDED
    }
}
