@NullMarked
package dev.tenure.spring.observe;

import org.jspecify.annotations.NullMarked;
