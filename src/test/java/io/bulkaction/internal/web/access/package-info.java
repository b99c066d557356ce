/** What callers may reach and see. */
@NullMarked
package io.bulkaction.internal.web.access;

import org.jspecify.annotations.NullMarked;
