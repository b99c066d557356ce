/**
 * How large a body may be that is read into memory.
 *
 * <p>May use: web, web.problem.
 */
@NullMarked
package io.bulkaction.internal.web.body;

import org.jspecify.annotations.NullMarked;
