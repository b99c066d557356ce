/**
 * The calls and the page inside an application of somebody else: below one path, under that application's own login, and
 * without a trace on its other paths.
 *
 * <p>May use: operate.audit, settings, web, web.access, web.problem.
 */
@NullMarked
package io.bulkaction.internal.web.hosted;

import org.jspecify.annotations.NullMarked;
