/** The way in over HTTP. */
@NullMarked
package io.bulkaction.internal.web.submit;

import org.jspecify.annotations.NullMarked;
