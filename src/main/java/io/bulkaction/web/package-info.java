/** REST for submitters and administrators, the dashboard, security. May use: submit, operate, group, engine, queue, job, settings. */
@NullMarked
package io.bulkaction.web;

import org.jspecify.annotations.NullMarked;
