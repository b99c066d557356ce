/**
 * A loop that can be stopped, a sleep that can be ended, a deadline.
 *
 * <p>May use: nothing.
 */
@NullMarked
package io.bulkaction.internal.loop;

import org.jspecify.annotations.NullMarked;
