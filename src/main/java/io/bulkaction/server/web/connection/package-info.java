/**
 * What one caller may take of the server: connections, time, bytes.
 *
 * <p>May use: settings, web, web.problem.
 */
@NullMarked
package io.bulkaction.server.web.connection;

import org.jspecify.annotations.NullMarked;
