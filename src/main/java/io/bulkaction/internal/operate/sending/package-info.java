/**
 * Sending windows: hours at which jobs may start, by name; what they are, and when they open next.
 *
 * <p>May use: flow, logging, loop, operate, operate.audit, redis, run, settings.
 */
@NullMarked
package io.bulkaction.internal.operate.sending;

import org.jspecify.annotations.NullMarked;
