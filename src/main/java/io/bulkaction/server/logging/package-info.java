/**
 * How the service writes its log: nothing from outside can forge a line of it.
 *
 * <p>May use: logging.
 */
@NullMarked
package io.bulkaction.server.logging;

import org.jspecify.annotations.NullMarked;
