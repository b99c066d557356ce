/** One stoppable loop, one wakeable sleep, one deadline. May use: the JDK. */
@NullMarked
package io.bulkaction.loop;

import org.jspecify.annotations.NullMarked;
