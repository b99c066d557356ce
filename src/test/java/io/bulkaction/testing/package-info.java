/** What tests share: one Redis for the run, and eyes to look into it. */
@NullMarked
package io.bulkaction.testing;

import org.jspecify.annotations.NullMarked;
