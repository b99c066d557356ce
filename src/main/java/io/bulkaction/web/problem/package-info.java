/** What a caller is told when something is wrong: RFC 9457, in the caller's language. May use: job, settings. */
@NullMarked
package io.bulkaction.web.problem;

import org.jspecify.annotations.NullMarked;
