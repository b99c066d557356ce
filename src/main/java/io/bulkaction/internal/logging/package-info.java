/**
 * Makes text from outside safe for the log.
 *
 * <p>May use: nothing.
 */
@NullMarked
package io.bulkaction.internal.logging;

import org.jspecify.annotations.NullMarked;
