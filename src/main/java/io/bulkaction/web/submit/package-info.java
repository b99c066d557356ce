/** REST for those who submit. May use: submit, operate, group, queue, job, settings. */
@NullMarked
package io.bulkaction.web.submit;

import org.jspecify.annotations.NullMarked;
