/** An application of somebody else, beside ours: sees nothing but what the plain jar offers. */
@NullMarked
package io.bulkaction.sibling;

import org.jspecify.annotations.NullMarked;
