/** Tests of completion callbacks. */
@NullMarked
package io.bulkaction.group.callback;

import org.jspecify.annotations.NullMarked;
