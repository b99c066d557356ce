/** Tells people what is wrong with a queue, once per cause, and that it is over. May use: operate, queue, outbound, loop, job, settings. */
@NullMarked
package io.bulkaction.operate.alert;

import org.jspecify.annotations.NullMarked;
