/**
 * Every meter name, as domain verbs.
 *
 * <p>May use: nothing.
 */
@NullMarked
package io.bulkaction.internal.metrics;

import org.jspecify.annotations.NullMarked;
