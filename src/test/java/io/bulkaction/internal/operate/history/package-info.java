/** Tests of the history that the charts show. */
@NullMarked
package io.bulkaction.internal.operate.history;

import org.jspecify.annotations.NullMarked;
