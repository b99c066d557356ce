/** Holds the code to its rooms. */
@NullMarked
package io.bulkaction.architecture;

import org.jspecify.annotations.NullMarked;
