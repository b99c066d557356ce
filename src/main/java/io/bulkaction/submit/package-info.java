/** The only way in. May use: group, queue, job, settings. */
@NullMarked
package io.bulkaction.submit;

import org.jspecify.annotations.NullMarked;
