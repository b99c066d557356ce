/**
 * Shows in a minute what the service is for, in the profile {@code demo} only.
 *
 * <p>May use: explain, flow, loop, server.web, settings.
 */
@NullMarked
package io.bulkaction.server.demo;

import org.jspecify.annotations.NullMarked;
