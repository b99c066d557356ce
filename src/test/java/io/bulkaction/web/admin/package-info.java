@NullMarked
package io.bulkaction.web.admin;

import org.jspecify.annotations.NullMarked;
