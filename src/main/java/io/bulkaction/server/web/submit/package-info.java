/**
 * The calls of submitters.
 *
 * <p>May use: flow, operate, operate.audit, settings, submit, web.connection, web.problem.
 */
@NullMarked
package io.bulkaction.server.web.submit;

import org.jspecify.annotations.NullMarked;
