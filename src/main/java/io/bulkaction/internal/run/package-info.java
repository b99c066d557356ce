/**
 * Runs of groups: progress, cancellation, results, and who is told when one ends.
 *
 * <p>May use: builtin.outbound, flow, logging, loop, payload, redis, settings, spi.
 */
@NullMarked
package io.bulkaction.internal.run;

import org.jspecify.annotations.NullMarked;
