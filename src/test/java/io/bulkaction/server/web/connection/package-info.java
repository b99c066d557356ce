/** What one caller may take of the server. */
@NullMarked
package io.bulkaction.server.web.connection;

import org.jspecify.annotations.NullMarked;
