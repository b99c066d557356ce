/** Pretends to work, as long and as badly as asked: for demos, benchmarks and trying settings. May use: processor, job. */
@NullMarked
package io.bulkaction.processor.simulate;

import org.jspecify.annotations.NullMarked;
