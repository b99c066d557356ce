/**
 * Logins, API tokens, sessions and access rules; what no rule opens is closed.
 *
 * <p>May use: builtin.outbound, operate.audit, server.web, settings, web.access, web.problem.
 */
@NullMarked
package io.bulkaction.server.web.security;

import org.jspecify.annotations.NullMarked;
