/** How the queues stood in the last minutes, for the charts of people. May use: operate, queue, loop, job. */
@NullMarked
package io.bulkaction.operate.history;

import org.jspecify.annotations.NullMarked;
