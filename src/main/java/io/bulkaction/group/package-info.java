/** Runs, progress, results and their watcher. May use: queue, metrics, outbound, loop, job, settings. */
@NullMarked
package io.bulkaction.group;

import org.jspecify.annotations.NullMarked;
