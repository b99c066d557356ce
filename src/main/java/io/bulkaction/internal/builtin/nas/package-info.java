/**
 * NAS_SYNC: one job is one change on a mounted file store.
 *
 * <p>May use: builtin.
 */
@NullMarked
package io.bulkaction.internal.builtin.nas;

import org.jspecify.annotations.NullMarked;
