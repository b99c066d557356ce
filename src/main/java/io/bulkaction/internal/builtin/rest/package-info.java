/**
 * How built-in processors call a service over HTTP.
 *
 * <p>May use: builtin.
 */
@NullMarked
package io.bulkaction.internal.builtin.rest;

import org.jspecify.annotations.NullMarked;
