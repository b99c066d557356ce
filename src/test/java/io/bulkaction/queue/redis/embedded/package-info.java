@NullMarked
package io.bulkaction.queue.redis.embedded;

import org.jspecify.annotations.NullMarked;
