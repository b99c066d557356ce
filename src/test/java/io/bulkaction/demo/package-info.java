@NullMarked
package io.bulkaction.demo;

import org.jspecify.annotations.NullMarked;
