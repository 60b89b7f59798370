@NullMarked
package dev.tenure.queue.zone;

import org.jspecify.annotations.NullMarked;
