/**
 * What an item's life costs in keys, and when enqueues have to be repeated: counted, under virtual
 * time. Start at {@link dev.tenure.bench.life.LifeBench}.
 */
@NullMarked
package dev.tenure.bench.life;

import org.jspecify.annotations.NullMarked;
