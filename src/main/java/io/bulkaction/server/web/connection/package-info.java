/**
 * How much of the server one caller may use: connections, time, bytes.
 *
 * <p>May use: server.web, settings, web, web.problem.
 */
@NullMarked
package io.bulkaction.server.web.connection;

import org.jspecify.annotations.NullMarked;
