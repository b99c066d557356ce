/**
 * What a person sees of a queue and does to it: pause, dead letters, tasks.
 *
 * <p>May use: flow, operate.audit, payload, redis, run, settings.
 */
@NullMarked
package io.bulkaction.internal.operate;

import org.jspecify.annotations.NullMarked;
