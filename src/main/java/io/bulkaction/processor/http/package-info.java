/** HTTP_REQUEST: one job is one call of an allowed host, such as a webhook. May use: processor, outbound, job, settings. */
@NullMarked
package io.bulkaction.processor.http;

import org.jspecify.annotations.NullMarked;
