@NullMarked
package dev.tenure.spring.annotation;

import org.jspecify.annotations.NullMarked;
