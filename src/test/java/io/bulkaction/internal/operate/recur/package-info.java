@NullMarked
package io.bulkaction.internal.operate.recur;

import org.jspecify.annotations.NullMarked;
