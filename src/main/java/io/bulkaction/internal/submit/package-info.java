/**
 * The way in: checks, writes and sends what is submitted.
 *
 * <p>May use: explain, flow, loop, redis, run, settings.
 */
@NullMarked
package io.bulkaction.internal.submit;

import org.jspecify.annotations.NullMarked;
