/**
 * Says in one sentence why a queue, a tenant, a group or a job is where it is. The API, the dashboard, the alerts and the
 * health of the service use the same judgement.
 *
 * <p>May use: flow, operate, redis, run, settings.
 */
@NullMarked
package io.bulkaction.internal.explain;

import org.jspecify.annotations.NullMarked;
