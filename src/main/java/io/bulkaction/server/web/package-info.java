/**
 * What the standalone service adds to the calls and the page: login, security, limits per caller.
 *
 * <p>May use: builtin.outbound.
 */
@NullMarked
package io.bulkaction.server.web;

import org.jspecify.annotations.NullMarked;
