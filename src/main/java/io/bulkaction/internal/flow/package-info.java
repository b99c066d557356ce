/**
 * The path of a job: fair queue, Ready, Non-ready, in flight; each step is one script.
 *
 * <p>May use: payload, redis, settings.
 */
@NullMarked
package io.bulkaction.internal.flow;

import org.jspecify.annotations.NullMarked;
