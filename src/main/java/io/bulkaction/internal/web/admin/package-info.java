/**
 * The calls of administrators.
 *
 * <p>May use: doctor, engine, explain, flow, logging, metrics, operate, operate.alert, operate.audit, operate.history,
 * operate.recur, operate.sending, run, settings, spi, web.access, web.problem.
 */
@NullMarked
package io.bulkaction.internal.web.admin;

import org.jspecify.annotations.NullMarked;
