/**
 * Errors from outside of a controller, of which the whole server answers: of a filter, or of Tomcat itself.
 *
 * <p>May use: web.problem.
 */
@NullMarked
package io.bulkaction.server.web.error;

import org.jspecify.annotations.NullMarked;
