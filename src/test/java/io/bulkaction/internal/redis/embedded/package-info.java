@NullMarked
package io.bulkaction.internal.redis.embedded;

import org.jspecify.annotations.NullMarked;
