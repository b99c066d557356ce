/**
 * What the built-in processors share.
 *
 * <p>May use: nothing.
 */
@NullMarked
package io.bulkaction.internal.builtin;

import org.jspecify.annotations.NullMarked;
