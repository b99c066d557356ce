/**
 * Who did what, kept in trails of bounded length.
 *
 * <p>May use: flow, logging, redis, settings.
 */
@NullMarked
package io.bulkaction.internal.operate.audit;

import org.jspecify.annotations.NullMarked;
