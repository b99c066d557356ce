/** What starts and stops, in which order, and how the rooms are put together. May use: all. */
@NullMarked
package io.bulkaction;

import org.jspecify.annotations.NullMarked;
