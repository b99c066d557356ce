/** An example: an application that writes its JSON in its own way, and reads the payloads of its jobs in the same. */
@NullMarked
package com.example.parcels;

import org.jspecify.annotations.NullMarked;
