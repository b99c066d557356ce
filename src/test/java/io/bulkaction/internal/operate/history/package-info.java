/** The memory of the charts. */
@NullMarked
package io.bulkaction.internal.operate.history;

import org.jspecify.annotations.NullMarked;
