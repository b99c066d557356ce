package io.bulkaction.internal.flow;

import java.util.Locale;

/** How crowded a group's part of Non-ready is: the seconds its rate needs for what waits there. */
public enum CongestionLevel {
    NONE(0),
    LOW(1),
    MODERATE(2),
    HIGH(10),
    SEVERE(Double.POSITIVE_INFINITY);

    private final double below;

    CongestionLevel(double below) {
        this.below = below;
    }

    /** Reference of what {@code lua/lib/congestion.lua} computes. */
    static CongestionLevel of(long waiting, double perSecond) {
        if (waiting <= 0) {
            return NONE;
        }
        double seconds = waiting / perSecond;
        for (CongestionLevel level : values()) {
            if (seconds < level.below) {
                return level;
            }
        }
        return SEVERE;
    }

    /** The level begins where the one before ends. */
    double fromSeconds() {
        return this == NONE ? 0 : values()[ordinal() - 1].below;
    }

    double belowSeconds() {
        return below;
    }

    /** As it stands in metric labels. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
