/** The way in for Java. */
@NullMarked
package io.bulkaction.internal.submit;

import org.jspecify.annotations.NullMarked;
