/** Every meter name, as domain verbs. May use: job. */
@NullMarked
package io.bulkaction.metrics;

import org.jspecify.annotations.NullMarked;
