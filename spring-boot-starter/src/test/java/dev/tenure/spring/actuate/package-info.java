@NullMarked
package dev.tenure.spring.actuate;

import org.jspecify.annotations.NullMarked;
