package io.bulkaction;

import java.time.Instant;

/**
 * A pause of a group.
 *
 * @param changed false when the group was paused before; the other values are then those of that pause
 * @param pausedAt since when
 * @param reason why
 * @param by who paused it
 */
public record GroupPause(boolean changed, Instant pausedAt, String reason, String by) {}
