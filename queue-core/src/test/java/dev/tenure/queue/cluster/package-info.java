@NullMarked
package dev.tenure.queue.cluster;

import org.jspecify.annotations.NullMarked;
