/**
 * Calls to the outside: which hosts are allowed, the clients, the signature.
 *
 * <p>May use: nothing.
 */
@NullMarked
package io.bulkaction.internal.builtin.outbound;

import org.jspecify.annotations.NullMarked;
