/**
 * Shows in a minute what the service is for, in the profile {@code demo} only. May use: submit, operate, group, loop, job,
 * settings.
 */
@NullMarked
package io.bulkaction.demo;

import org.jspecify.annotations.NullMarked;
