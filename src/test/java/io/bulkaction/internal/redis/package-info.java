@NullMarked
package io.bulkaction.internal.redis;

import org.jspecify.annotations.NullMarked;
