@NullMarked
package dev.tenure.queue.explain;

import org.jspecify.annotations.NullMarked;
