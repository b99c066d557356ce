/**
 * The way in: checks, writes and sends what is submitted.
 *
 * <p>May use: explain, flow, run, settings.
 */
@NullMarked
package io.bulkaction.internal.submit;

import org.jspecify.annotations.NullMarked;
