@NullMarked
package io.bulkaction.queue.redis;

import org.jspecify.annotations.NullMarked;
