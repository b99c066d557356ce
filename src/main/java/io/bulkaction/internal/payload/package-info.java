/**
 * How payloads and results are stored: compressed, encrypted, or as they are.
 *
 * <p>May use: settings, spi.
 */
@NullMarked
package io.bulkaction.internal.payload;

import org.jspecify.annotations.NullMarked;
