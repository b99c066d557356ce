/** The code that does a job, and what its failures mean. May use: outbound, job, settings. */
@NullMarked
package io.bulkaction.processor;

import org.jspecify.annotations.NullMarked;
