/**
 * Proves that every job is in exactly one place and every counter right, and repairs what is not.
 *
 * <p>May use: flow, operate, operate.audit, redis, settings.
 */
@NullMarked
package io.bulkaction.internal.doctor;

import org.jspecify.annotations.NullMarked;
