/**
 * The mechanism: connection, keys, script calls. Knows no rule of a queue.
 *
 * <p>May use: loop, payload, settings.
 */
@NullMarked
package io.bulkaction.internal.redis;

import org.jspecify.annotations.NullMarked;
