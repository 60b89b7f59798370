@NullMarked
package dev.tenure.consumer.visit;

import org.jspecify.annotations.NullMarked;
