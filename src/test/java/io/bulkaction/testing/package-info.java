/** What tests of several rooms share. */
@NullMarked
package io.bulkaction.testing;

import org.jspecify.annotations.NullMarked;
