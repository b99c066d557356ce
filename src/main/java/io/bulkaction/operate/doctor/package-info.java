/** Proves the accounting of a queue while it goes on, and mends what it safely can. May use: operate, queue, job. */
@NullMarked
package io.bulkaction.operate.doctor;

import org.jspecify.annotations.NullMarked;
