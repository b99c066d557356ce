/** PUSH_NOTIFICATION: one job is one message to one device through FCM. May use: processor, job, settings. */
@NullMarked
package io.bulkaction.processor.push;

import org.jspecify.annotations.NullMarked;
