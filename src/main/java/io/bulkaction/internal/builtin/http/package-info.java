/**
 * HTTP_REQUEST: one job is one call of an allowed host, such as a webhook.
 *
 * <p>May use: builtin, builtin.outbound, settings.
 */
@NullMarked
package io.bulkaction.internal.builtin.http;

import org.jspecify.annotations.NullMarked;
