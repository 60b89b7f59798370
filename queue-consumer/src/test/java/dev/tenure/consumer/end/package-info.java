@NullMarked
package dev.tenure.consumer.end;

import org.jspecify.annotations.NullMarked;
