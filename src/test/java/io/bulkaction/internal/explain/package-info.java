@NullMarked
package io.bulkaction.internal.explain;

import org.jspecify.annotations.NullMarked;
