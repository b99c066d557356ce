/**
 * CANCEL_ORDER: one job cancels one order at one exchange.
 *
 * <p>May use: builtin, builtin.outbound, engine.retry, settings, spi.
 */
@NullMarked
package io.bulkaction.internal.builtin.order;

import org.jspecify.annotations.NullMarked;
