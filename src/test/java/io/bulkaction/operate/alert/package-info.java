@NullMarked
package io.bulkaction.operate.alert;

import org.jspecify.annotations.NullMarked;
