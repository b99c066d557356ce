@NullMarked
package io.bulkaction.operate;

import org.jspecify.annotations.NullMarked;
