/**
 * What charts show: the last minutes, hours and days of every queue, and who got what.
 *
 * <p>May use: flow, loop, metrics, operate, redis, run.
 */
@NullMarked
package io.bulkaction.internal.operate.history;

import org.jspecify.annotations.NullMarked;
