/** The threads: from the fair queue to a finished job. May use: processor, queue, metrics, loop, job, settings. */
@NullMarked
package io.bulkaction.engine;

import org.jspecify.annotations.NullMarked;
