/**
 * Calls to addresses that somebody else names: which are allowed, one client that keeps to it, one signature.
 *
 * <p>May use: nothing.
 */
@NullMarked
package io.bulkaction.internal.builtin.outbound;

import org.jspecify.annotations.NullMarked;
