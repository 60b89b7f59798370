@NullMarked
package dev.tenure.consumer.local;

import org.jspecify.annotations.NullMarked;
