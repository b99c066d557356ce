/**
 * Behind the test kit: jobs in memory, and an engine without threads on a clock that a test moves.
 *
 * <p>May use: engine, explain, flow, operate, operate.recur, operate.sending, redis, redis.embedded, run, settings, submit, test.
 */
@NullMarked
package io.bulkaction.internal.testkit;

import org.jspecify.annotations.NullMarked;
