/**
 * The API of bulk-action: what an application that uses the library imports. Submit jobs with
 * {@link io.bulkaction.BulkActionService}, run them with a {@link io.bulkaction.JobProcessor}.
 *
 * <p>The package {@link io.bulkaction.spi} has what an application may implement besides. Both packages are stable from 0.2.0
 * on. Everything below {@code io.bulkaction.internal} may change at any time.
 *
 * <p>Where nothing else is said, parameters and return values are never null.
 */
// May use: nothing.
@NullMarked
package io.bulkaction;

import org.jspecify.annotations.NullMarked;
