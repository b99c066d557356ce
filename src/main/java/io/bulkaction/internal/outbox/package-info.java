/**
 * A table in the application's database that keeps what is submitted inside a transaction until it is sent.
 *
 * <p>May use: flow, loop, metrics, payload, settings, spi, submit.
 */
@NullMarked
package io.bulkaction.internal.outbox;

import org.jspecify.annotations.NullMarked;
