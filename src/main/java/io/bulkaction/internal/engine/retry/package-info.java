/**
 * What a failed attempt means: try again, when, or not.
 *
 * <p>May use: settings, spi.
 */
@NullMarked
package io.bulkaction.internal.engine.retry;

import org.jspecify.annotations.NullMarked;
