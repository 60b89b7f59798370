@NullMarked
package dev.tenure.queue.move;

import org.jspecify.annotations.NullMarked;
