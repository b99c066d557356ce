/**
 * Calls of addresses that somebody else names: which hosts and addresses are allowed, one client that keeps to it, one
 * signature. May use: no other room.
 */
@NullMarked
package io.bulkaction.outbound;

import org.jspecify.annotations.NullMarked;
