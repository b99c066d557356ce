/** How fast, how fair and how cheap bulk-action is, beside the least that a reliable queue on Redis can be. */
@NullMarked
package io.bulkaction.benchmark;

import org.jspecify.annotations.NullMarked;
