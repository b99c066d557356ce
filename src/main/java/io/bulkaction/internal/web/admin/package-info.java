/**
 * The calls of administrators.
 *
 * <p>May use: doctor, engine, explain, flow, metrics, operate, operate.alert, operate.audit, operate.history, run, settings,
 * spi, web.access, web.problem.
 */
@NullMarked
package io.bulkaction.internal.web.admin;

import org.jspecify.annotations.NullMarked;
