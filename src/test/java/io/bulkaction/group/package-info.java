/** Tests of runs, progress, results and their watcher. */
@NullMarked
package io.bulkaction.group;

import org.jspecify.annotations.NullMarked;
