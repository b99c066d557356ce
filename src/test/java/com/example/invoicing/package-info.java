/** An example: a worker service with a processor of its own and a summary of what its jobs returned. */
@NullMarked
package com.example.invoicing;

import org.jspecify.annotations.NullMarked;
