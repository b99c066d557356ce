/** CANCEL_ORDER: one job cancels one order at one exchange. May use: processor, job, settings. */
@NullMarked
package io.bulkaction.processor.order;

import org.jspecify.annotations.NullMarked;
