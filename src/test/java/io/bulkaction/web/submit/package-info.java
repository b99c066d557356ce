/** The way in over HTTP. */
@NullMarked
package io.bulkaction.web.submit;

import org.jspecify.annotations.NullMarked;
