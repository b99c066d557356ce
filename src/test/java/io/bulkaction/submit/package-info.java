/** The way in for Java. */
@NullMarked
package io.bulkaction.submit;

import org.jspecify.annotations.NullMarked;
