/**
 * The threads that move jobs along their path and run them.
 *
 * <p>May use: engine.retry, flow, logging, loop, metrics, payload, redis, settings, spi.
 */
@NullMarked
package io.bulkaction.internal.engine;

import org.jspecify.annotations.NullMarked;
