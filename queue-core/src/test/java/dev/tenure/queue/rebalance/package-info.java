@NullMarked
package dev.tenure.queue.rebalance;

import org.jspecify.annotations.NullMarked;
