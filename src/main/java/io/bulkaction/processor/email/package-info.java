/** SEND_EMAIL: one job is one mail, sent through SMTP. May use: processor, job. */
@NullMarked
package io.bulkaction.processor.email;

import org.jspecify.annotations.NullMarked;
