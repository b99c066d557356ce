/** The dashboard in a real browser. */
@NullMarked
package io.bulkaction.web.dashboard;

import org.jspecify.annotations.NullMarked;
