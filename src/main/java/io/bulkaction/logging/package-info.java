/** How the service writes its log: nothing from outside can forge a line of it. May use: job. */
@NullMarked
package io.bulkaction.logging;

import org.jspecify.annotations.NullMarked;
