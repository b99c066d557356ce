@NullMarked
package io.bulkaction.operate.doctor;

import org.jspecify.annotations.NullMarked;
