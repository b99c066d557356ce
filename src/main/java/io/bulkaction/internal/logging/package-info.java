/**
 * Text from outside in lines of the log.
 *
 * <p>May use: nothing.
 */
@NullMarked
package io.bulkaction.internal.logging;

import org.jspecify.annotations.NullMarked;
