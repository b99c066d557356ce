/** An example: an application as start.spring.io makes it, with one controller that submits. */
@NullMarked
package com.example.demo;

import org.jspecify.annotations.NullMarked;
