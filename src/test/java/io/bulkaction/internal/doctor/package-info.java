@NullMarked
package io.bulkaction.internal.doctor;

import org.jspecify.annotations.NullMarked;
