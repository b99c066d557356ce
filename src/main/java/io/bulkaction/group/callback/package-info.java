/** Posts the results of runs to whom the submitter named. May use: outbound, settings. */
@NullMarked
package io.bulkaction.group.callback;

import org.jspecify.annotations.NullMarked;
