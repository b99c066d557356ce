/** The way in over HTTP. */
@NullMarked
package io.bulkaction.server.web.submit;

import org.jspecify.annotations.NullMarked;
