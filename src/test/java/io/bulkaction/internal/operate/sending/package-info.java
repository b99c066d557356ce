@NullMarked
package io.bulkaction.internal.operate.sending;

import org.jspecify.annotations.NullMarked;
