/** The fair queue and everything a job passes through; the only room that knows Redis. May use: job, settings. */
@NullMarked
package io.bulkaction.queue;

import org.jspecify.annotations.NullMarked;
