/** An application with pages, a login and JSON settings of its own, which also shows the page of bulk-action. */
@NullMarked
package com.example.backoffice;

import org.jspecify.annotations.NullMarked;
