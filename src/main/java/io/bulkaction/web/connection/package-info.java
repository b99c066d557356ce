/** What one caller may take of the server: connections, time, bytes. May use: web.problem, settings. */
@NullMarked
package io.bulkaction.web.connection;

import org.jspecify.annotations.NullMarked;
