/**
 * REST for submitters and administrators, the dashboard, security.
 *
 * <p>May use: nothing.
 */
@NullMarked
package io.bulkaction.server.web;

import org.jspecify.annotations.NullMarked;
