/** What a person does to a queue. May use: group, queue, outbound, loop, job, settings. */
@NullMarked
package io.bulkaction.operate;

import org.jspecify.annotations.NullMarked;
