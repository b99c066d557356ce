/** The dashboard in a real browser. */
@NullMarked
package io.bulkaction.server.web.dashboard;

import org.jspecify.annotations.NullMarked;
