/**
 * SIMULATE: takes as long and fails as asked, for demos and trials.
 *
 * <p>May use: builtin.
 */
@NullMarked
package io.bulkaction.internal.builtin.simulate;

import org.jspecify.annotations.NullMarked;
