/**
 * What can be configured, with defaults and rules.
 *
 * <p>May use: builtin.outbound.
 */
@NullMarked
package io.bulkaction.internal.settings;

import org.jspecify.annotations.NullMarked;
