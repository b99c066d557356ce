/** REST for administrators. May use: operate, group, engine, queue, job, settings. */
@NullMarked
package io.bulkaction.web.admin;

import org.jspecify.annotations.NullMarked;
