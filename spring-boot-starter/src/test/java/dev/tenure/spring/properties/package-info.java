@NullMarked
package dev.tenure.spring.properties;

import org.jspecify.annotations.NullMarked;
