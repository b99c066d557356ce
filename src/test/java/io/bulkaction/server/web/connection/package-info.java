/** How much of the server one caller may use. */
@NullMarked
package io.bulkaction.server.web.connection;

import org.jspecify.annotations.NullMarked;
