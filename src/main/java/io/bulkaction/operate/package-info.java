/** What a person does to a queue. May use: group, queue, job, settings. */
@NullMarked
package io.bulkaction.operate;

import org.jspecify.annotations.NullMarked;
