@NullMarked
package dev.tenure.consumer.top;

import org.jspecify.annotations.NullMarked;
