/**
 * Methods as processors: finds those with {@link io.bulkaction.JobHandler} and calls them.
 *
 * <p>May use: settings.
 */
@NullMarked
package io.bulkaction.internal.handler;

import org.jspecify.annotations.NullMarked;
