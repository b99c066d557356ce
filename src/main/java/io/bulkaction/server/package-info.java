/**
 * The standalone service.
 *
 * <p>May use: all.
 */
@NullMarked
package io.bulkaction.server;

import org.jspecify.annotations.NullMarked;
