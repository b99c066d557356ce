package io.bulkaction.internal.flow;

import java.util.Locale;

/** How crowded a group is that waits for tokens: the seconds that its rate needs for what waits. */
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

    /** @param seconds 0 where nothing waits */
    static CongestionLevel of(double seconds) {
        if (seconds <= 0) {
            return NONE;
        }
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
