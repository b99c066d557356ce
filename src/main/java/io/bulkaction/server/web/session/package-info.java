/**
 * Who is logged in on the page, for all instances, and until when.
 *
 * <p>May use: flow, redis, server.web.token, settings.
 */
@NullMarked
package io.bulkaction.server.web.session;

import org.jspecify.annotations.NullMarked;
