/** Whole stories: crashes, lost replies, shutdown, fairness under load. */
@NullMarked
package io.bulkaction.scenario;

import org.jspecify.annotations.NullMarked;
