@NullMarked
package dev.tenure.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
