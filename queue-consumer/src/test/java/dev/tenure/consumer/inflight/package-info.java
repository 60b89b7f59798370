@NullMarked
package dev.tenure.consumer.inflight;

import org.jspecify.annotations.NullMarked;
