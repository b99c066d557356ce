/**
 * One stoppable loop, one wakeable sleep, one deadline.
 *
 * <p>May use: nothing.
 */
@NullMarked
package io.bulkaction.internal.loop;

import org.jspecify.annotations.NullMarked;
