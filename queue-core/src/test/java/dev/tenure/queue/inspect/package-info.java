@NullMarked
package dev.tenure.queue.inspect;

import org.jspecify.annotations.NullMarked;
