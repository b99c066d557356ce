/** Who is asking and what they may do; deny by default. May use: web.problem, settings. */
@NullMarked
package io.bulkaction.web.security;

import org.jspecify.annotations.NullMarked;
