/**
 * API tokens that administrators make while the service runs: what is kept of them, for all instances.
 *
 * <p>May use: builtin.outbound, flow, redis, settings, web.access.
 */
@NullMarked
package io.bulkaction.server.web.token;

import org.jspecify.annotations.NullMarked;
