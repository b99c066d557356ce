/**
 * SEND_EMAIL: one job is one mail, sent through SMTP.
 *
 * <p>May use: builtin.
 */
@NullMarked
package io.bulkaction.internal.builtin.email;

import org.jspecify.annotations.NullMarked;
