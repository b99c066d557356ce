package io.bulkaction.internal.operate.history;

import java.time.Duration;

/** How far back a chart reaches, and how fine it is. */
public enum Span {
    TEN_MINUTES("10m", Duration.ofSeconds(10), 60),
    HOUR("1h", Duration.ofMinutes(1), 60),
    DAY("24h", Duration.ofMinutes(10), 144),
    WEEK("7d", Duration.ofHours(1), 168);

    private final String word;
    private final Duration step;
    private final int samples;

    Span(String word, Duration step, int samples) {
        this.word = word;
        this.step = step;
        this.samples = samples;
    }

    /** As callers name it. */
    public String word() {
        return word;
    }

    public Duration step() {
        return step;
    }

    public int samples() {
        return samples;
    }

    public Duration length() {
        return step.multipliedBy(samples);
    }
}
