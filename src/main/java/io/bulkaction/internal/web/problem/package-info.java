/**
 * Error answers: problems as of RFC 9457, in the language of the caller.
 *
 * <p>May use: logging.
 */
@NullMarked
package io.bulkaction.internal.web.problem;

import org.jspecify.annotations.NullMarked;
