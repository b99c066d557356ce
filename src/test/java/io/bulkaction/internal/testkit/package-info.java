/** The test kit, tested. */
@NullMarked
package io.bulkaction.internal.testkit;

import org.jspecify.annotations.NullMarked;
