/** What the queue stores, as bytes. */
@NullMarked
package dev.tenure.queue.format;

import org.jspecify.annotations.NullMarked;
