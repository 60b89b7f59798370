@NullMarked
package dev.tenure.spring.consumer;

import org.jspecify.annotations.NullMarked;
