@NullMarked
package io.bulkaction;

import org.jspecify.annotations.NullMarked;
