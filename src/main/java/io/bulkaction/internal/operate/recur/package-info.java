/**
 * Recurring bulk actions: when they are due, and exactly one run for each tick over all instances.
 *
 * <p>May use: builtin.outbound, flow, logging, loop, metrics, operate.audit, payload, redis, run, settings, spi.
 */
@NullMarked
package io.bulkaction.internal.operate.recur;

import org.jspecify.annotations.NullMarked;
