/** How built-in processors call a service over HTTP. May use: processor. */
@NullMarked
package io.bulkaction.processor.rest;

import org.jspecify.annotations.NullMarked;
