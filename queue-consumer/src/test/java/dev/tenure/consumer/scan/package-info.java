@NullMarked
package dev.tenure.consumer.scan;

import org.jspecify.annotations.NullMarked;
