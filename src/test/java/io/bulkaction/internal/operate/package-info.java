@NullMarked
package io.bulkaction.internal.operate;

import org.jspecify.annotations.NullMarked;
