/**
 * Writes about many items in one transaction. Start at {@link dev.tenure.consumer.batch.Batches}.
 *
 * <p>Must stay true: each write is told what became of it, whatever its transaction does; a write
 * that cannot be committed keeps no other from being committed. Must not know what is written.
 */
@NullMarked
package dev.tenure.consumer.batch;

import org.jspecify.annotations.NullMarked;
