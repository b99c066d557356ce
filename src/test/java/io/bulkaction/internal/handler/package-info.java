@NullMarked
package io.bulkaction.internal.handler;

import org.jspecify.annotations.NullMarked;
