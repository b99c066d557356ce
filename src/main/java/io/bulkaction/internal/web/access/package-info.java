/**
 * What a caller may reach, beyond its roles: which queues, groups and processors, and which parts of a payload.
 *
 * <p>May use: builtin.outbound, flow, logging, metrics, operate.audit, run, web, web.problem.
 */
@NullMarked
package io.bulkaction.internal.web.access;

import org.jspecify.annotations.NullMarked;
