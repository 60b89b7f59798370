@NullMarked
package dev.tenure.queue.redrive;

import org.jspecify.annotations.NullMarked;
