@NullMarked
package dev.tenure.consumer.environment;

import org.jspecify.annotations.NullMarked;
