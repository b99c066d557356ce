/** Keys, scripts and connections: what makes the queue room speak Redis. May use: job, settings. */
@NullMarked
package io.bulkaction.queue.redis;

import org.jspecify.annotations.NullMarked;
