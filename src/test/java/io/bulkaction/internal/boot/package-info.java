@NullMarked
package io.bulkaction.internal.boot;

import org.jspecify.annotations.NullMarked;
