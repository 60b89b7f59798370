package dev.tenure.record.global.protocol;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.SecondaryKey;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Deletes a data record, but not its index records. These are garbage from then on: readers ignore
 * them, and cleaners delete them.
 */
public final class Deleter {
  private final Steps steps;
  private final KeyDefinitions definitions;
  private final Consumer<IndexKey> suspects;

  public Deleter(Steps steps, KeyDefinitions definitions, Consumer<IndexKey> suspects) {
    this.steps = steps;
    this.definitions = definitions;
    this.suspects = suspects;
  }

  /**
   * Deletes a record as it was read.
   *
   * @return whether there was one; fails with CONFLICT, SHARD_DOWN or OUTCOME_UNKNOWN
   */
  public CompletableFuture<Boolean> delete(Optional<DataRecord> read) {
    if (read.isEmpty()) {
      return CompletableFuture.completedFuture(false);
    }
    DataRecord pdr = read.get();
    return steps
        .writeDataLast(ConditionalWrite.delete(pdr))
        .thenApply(
            deleted -> {
              if (!deleted) {
                throw Writer.conflict(pdr.key());
              }
              for (SecondaryKey key : pdr.keys()) {
                if (definitions.find(key.name()).isPresent()) {
                  suspects.accept(definitions.indexKey(key, pdr.key()));
                }
              }
              return true;
            });
  }
}
