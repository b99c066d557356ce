/** SIMULATE: takes as long and goes as wrong as asked, for demos and trials. May use: processor, job. */
@NullMarked
package io.bulkaction.processor.simulate;

import org.jspecify.annotations.NullMarked;
