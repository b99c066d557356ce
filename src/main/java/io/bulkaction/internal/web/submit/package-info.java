/**
 * The calls of submitters.
 *
 * <p>May use: explain, flow, operate, operate.audit, settings, submit, web, web.access, web.problem.
 */
@NullMarked
package io.bulkaction.internal.web.submit;

import org.jspecify.annotations.NullMarked;
