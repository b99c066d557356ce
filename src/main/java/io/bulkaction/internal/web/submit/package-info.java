/**
 * The calls of submitters.
 *
 * <p>May use: explain, flow, logging, operate, operate.audit, run, settings, submit, web, web.access, web.problem.
 */
@NullMarked
package io.bulkaction.internal.web.submit;

import org.jspecify.annotations.NullMarked;
