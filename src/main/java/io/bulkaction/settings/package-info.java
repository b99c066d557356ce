/** What can be configured, with defaults and rules. May use: outbound, job. */
@NullMarked
package io.bulkaction.settings;

import org.jspecify.annotations.NullMarked;
