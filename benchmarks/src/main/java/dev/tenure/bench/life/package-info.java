/**
 * Counts, under virtual time, the keys that an item's life costs, and the enqueues that are
 * repeated. Start at {@link dev.tenure.bench.life.LifeBench}.
 */
@NullMarked
package dev.tenure.bench.life;

import org.jspecify.annotations.NullMarked;
