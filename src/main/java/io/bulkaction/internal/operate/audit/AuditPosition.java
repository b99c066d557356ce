package io.bulkaction.internal.operate.audit;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The position of an entry among those of all trails. Entries of two trails may have the same time and number, so the
 * trail is part of it: without it the second one could be missed between two pages.
 */
record AuditPosition(long millis, long number, AuditKind kind) implements Comparable<AuditPosition> {

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})-([0-9])");

    private static final Comparator<AuditPosition> ORDER = Comparator.comparingLong(AuditPosition::millis)
            .thenComparingLong(AuditPosition::number)
            .thenComparing(AuditPosition::kind);

    /** @param id of an entry as Redis numbers it within one trail */
    static AuditPosition of(String id, AuditKind kind) {
        int dash = id.indexOf('-');
        return new AuditPosition(
                Long.parseLong(id.substring(0, dash)), Long.parseLong(id.substring(dash + 1)), kind);
    }

    static AuditPosition parse(String text) {
        Matcher parts = TEXT.matcher(text);
        int kind = parts.matches() ? Integer.parseInt(parts.group(3)) : -1;
        if (kind < 0 || kind >= AuditKind.values().length) {
            throw new IllegalArgumentException("no entry of the audit trail has the id '" + text + "'");
        }
        return new AuditPosition(
                Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)), AuditKind.values()[kind]);
    }

    /** As Redis numbers it. */
    String idInTrail() {
        return millis + "-" + number;
    }

    @Override
    public int compareTo(AuditPosition other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return idInTrail() + "-" + kind.ordinal();
    }
}
