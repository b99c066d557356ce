/**
 * PUSH_NOTIFICATION: one job is one message to one device through FCM.
 *
 * <p>May use: builtin, builtin.outbound, settings, spi.
 */
@NullMarked
package io.bulkaction.internal.builtin.push;

import org.jspecify.annotations.NullMarked;
