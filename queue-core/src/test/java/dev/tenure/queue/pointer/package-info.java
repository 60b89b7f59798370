@NullMarked
package dev.tenure.queue.pointer;

import org.jspecify.annotations.NullMarked;
