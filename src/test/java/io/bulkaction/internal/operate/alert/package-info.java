@NullMarked
package io.bulkaction.internal.operate.alert;

import org.jspecify.annotations.NullMarked;
