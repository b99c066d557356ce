/**
 * Logins, API tokens, sessions and access rules; what no rule opens is closed.
 *
 * <p>May use: builtin.outbound, flow, logging, metrics, operate.audit, server.web, server.web.session,
 * server.web.token, settings, web, web.access, web.problem.
 */
@NullMarked
package io.bulkaction.server.web.security;

import org.jspecify.annotations.NullMarked;
