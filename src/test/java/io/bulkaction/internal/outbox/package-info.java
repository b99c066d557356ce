@NullMarked
package io.bulkaction.internal.outbox;

import org.jspecify.annotations.NullMarked;
