/** The words of bulk-action as types. May use: the JDK. */
@NullMarked
package io.bulkaction.job;

import org.jspecify.annotations.NullMarked;
