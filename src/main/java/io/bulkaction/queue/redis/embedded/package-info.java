/** A real redis-server for those who have none: started before the first connection, never outliving it. May use: queue.redis, settings. */
@NullMarked
package io.bulkaction.queue.redis.embedded;

import org.jspecify.annotations.NullMarked;
