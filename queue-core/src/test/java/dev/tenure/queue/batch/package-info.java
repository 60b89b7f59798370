@NullMarked
package dev.tenure.queue.batch;

import org.jspecify.annotations.NullMarked;
