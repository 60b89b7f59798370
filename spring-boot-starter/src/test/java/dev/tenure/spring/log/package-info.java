@NullMarked
package dev.tenure.spring.log;

import org.jspecify.annotations.NullMarked;
