@NullMarked
package dev.tenure.queue.trace;

import org.jspecify.annotations.NullMarked;
