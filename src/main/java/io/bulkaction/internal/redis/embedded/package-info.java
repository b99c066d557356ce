/**
 * A real redis-server for those who have none, which never outlives its service.
 *
 * <p>May use: redis, settings.
 */
@NullMarked
package io.bulkaction.internal.redis.embedded;

import org.jspecify.annotations.NullMarked;
