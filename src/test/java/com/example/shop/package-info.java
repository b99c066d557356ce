/** An example: a module that only submits. It has no processor, and with engine.enabled=false no worker runs in it. */
@NullMarked
package com.example.shop;

import org.jspecify.annotations.NullMarked;
