/** What one caller may take of the server. */
@NullMarked
package io.bulkaction.web.connection;

import org.jspecify.annotations.NullMarked;
