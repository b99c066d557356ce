/** A real redis-server for those who have none, which never outlives its service. May use: queue.redis, settings. */
@NullMarked
package io.bulkaction.queue.redis.embedded;

import org.jspecify.annotations.NullMarked;
