/**
 * The last minutes of every queue, for charts.
 *
 * <p>May use: flow, loop, metrics, operate.
 */
@NullMarked
package io.bulkaction.internal.operate.history;

import org.jspecify.annotations.NullMarked;
