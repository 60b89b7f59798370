@NullMarked
package dev.tenure.consumer.failure;

import org.jspecify.annotations.NullMarked;
