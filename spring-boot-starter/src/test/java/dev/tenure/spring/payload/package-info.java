@NullMarked
package dev.tenure.spring.payload;

import org.jspecify.annotations.NullMarked;
