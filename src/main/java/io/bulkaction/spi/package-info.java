/**
 * What an application may implement besides a {@link io.bulkaction.JobProcessor}: aggregators, alert channels, and clients of
 * outside systems for the built-in processors. Each is used as soon as there is a Spring bean of its type. Stable from 0.2.0
 * on.
 */
// May use: nothing.
@NullMarked
package io.bulkaction.spi;

import org.jspecify.annotations.NullMarked;
