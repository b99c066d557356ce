/** The memory of the charts. */
@NullMarked
package io.bulkaction.operate.history;

import org.jspecify.annotations.NullMarked;
