/** NAS_SYNC: one job is one change of a mounted file store. May use: processor, job. */
@NullMarked
package io.bulkaction.processor.nas;

import org.jspecify.annotations.NullMarked;
