/**
 * The calls over HTTP and the page, for the standalone service and for any application that has a web server.
 *
 * <p>May use: settings.
 */
@NullMarked
package io.bulkaction.internal.web;

import org.jspecify.annotations.NullMarked;
