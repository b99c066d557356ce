@NullMarked
package io.bulkaction.server.demo;

import org.jspecify.annotations.NullMarked;
