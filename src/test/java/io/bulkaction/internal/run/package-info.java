/** Tests of runs, progress, results and their watcher. */
@NullMarked
package io.bulkaction.internal.run;

import org.jspecify.annotations.NullMarked;
