/**
 * The description of the calls over HTTP, made from the calls themselves.
 *
 * <p>May use: operate.audit, web.problem.
 */
@NullMarked
package io.bulkaction.server.web.describe;

import org.jspecify.annotations.NullMarked;
