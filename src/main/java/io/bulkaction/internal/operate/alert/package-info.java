/**
 * Who is told when something is wrong with a queue.
 *
 * <p>May use: builtin.outbound, explain, flow, logging, loop, operate, operate.recur, redis, run, settings, spi.
 */
@NullMarked
package io.bulkaction.internal.operate.alert;

import org.jspecify.annotations.NullMarked;
