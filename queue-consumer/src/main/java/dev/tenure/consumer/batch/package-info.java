/**
 * Writes about many items in one transaction. Start at {@link dev.tenure.consumer.batch.Batches}.
 *
 * <p>Must stay true: each write is completed with its result, however its transaction ends; a write
 * that cannot be committed does not keep others from committing. Must not know the contents of
 * writes.
 */
@NullMarked
package dev.tenure.consumer.batch;

import org.jspecify.annotations.NullMarked;
