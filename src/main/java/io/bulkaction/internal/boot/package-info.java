/**
 * Connects all rooms: auto-configuration, lifecycle, failure analysis.
 *
 * <p>May use: builtin, builtin.email, builtin.http, builtin.nas, builtin.order, builtin.outbound, builtin.push,
 * builtin.simulate, doctor, engine, engine.retry, explain, flow, handler, loop, metrics, operate, operate.alert, operate.audit,
 * operate.history, operate.recur, operate.sending, outbox, payload, redis, redis.embedded, run, settings, spi, submit, testkit.
 */
@NullMarked
package io.bulkaction.internal.boot;

import org.jspecify.annotations.NullMarked;
