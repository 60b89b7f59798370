package dev.tenure.record.global.protocol;

import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.protocol.Cleaner.Outcome;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Inserts the second index record of a key whose slot moves. The data record to which the first
 * index record refers decides the steps:
 *
 * <pre>
 * the data record owns the key          phase 2 of a write, in the second place
 * the data record does not own the key  phases 3 and 4 of a cleaner, in the first place
 * </pre>
 *
 * <p>Afterwards a write that has inserted into the first place only can no longer succeed.
 */
public final class IndexFill {
  private static final int ATTEMPTS = 16;

  private final Steps steps;
  private final Cleaner cleaner;
  private final IndexPhase indexPhase;

  public IndexFill(Steps steps, KeyDefinitions definitions) {
    this.steps = steps;
    this.cleaner = new Cleaner(steps);
    this.indexPhase = new IndexPhase(steps, definitions, false);
  }

  /**
   * Fills the second place of a key.
   *
   * @param ir the index record as it was read in the first place
   * @return fails with CONFLICT when the data record has changed at each attempt, or with
   *     SHARD_DOWN
   */
  public CompletableFuture<Void> fill(IndexRecord ir) {
    return Steps.answered(fill(ir, ATTEMPTS));
  }

  private CompletableFuture<Void> fill(IndexRecord ir, int attempts) {
    return steps
        .readData(ir.owner())
        .thenCompose(
            pdr ->
                Cleaner.isValid(ir, pdr)
                    ? persist(ir.key().key(), pdr.orElseThrow())
                    : cleaner.clean(first(ir), ir).thenApply(out -> out == Outcome.CLEANED))
        .thenCompose(
            filled -> filled ? CompletableFuture.completedFuture(null) : again(ir, attempts));
  }

  private int first(IndexRecord ir) {
    return steps.shards().indexPlacesOf(ir.key().key()).get(0);
  }

  /**
   * Returns whether the key has its second index record or needs none; false when the data record
   * has changed meanwhile.
   */
  private CompletableFuture<Boolean> persist(SecondaryKey key, DataRecord pdr) {
    int second = steps.shards().indexPlacesOf(key).get(1);
    return indexPhase
        .persist(second, key, pdr)
        .thenApply(persisted -> true)
        .exceptionallyCompose(
            error ->
                FdbErrorPredicates.unwrap(error) instanceof GlobalIndexException told
                    ? refused(told, key, pdr)
                    : CompletableFuture.failedFuture(error));
  }

  /**
   * Marks the key in the record when two records own it, so that a repair run reports both. Writes
   * during an outage can make a second owner.
   */
  private CompletableFuture<Boolean> refused(
      GlobalIndexException error, SecondaryKey key, DataRecord pdr) {
    if (error.reason() == Reason.KEY_TAKEN) {
      Set<SecondaryKey> marked = new TreeSet<>(pdr.unindexed());
      marked.add(key);
      DataRecord dr = pdr.withVersion(pdr.version().next()).withUnindexed(marked);
      return steps.writeData(ConditionalWrite.replace(pdr.version(), dr));
    }
    return error.reason() == Reason.CONFLICT
        ? CompletableFuture.completedFuture(false)
        : CompletableFuture.failedFuture(error);
  }

  private CompletableFuture<Void> again(IndexRecord ir, int attempts) {
    if (attempts == 1) {
      return CompletableFuture.failedFuture(
          new GlobalIndexException(
              Reason.CONFLICT,
              "the owner of the key "
                  + ir.key().key()
                  + " has changed in each of "
                  + ATTEMPTS
                  + " attempts to fill the second place"));
    }
    return steps
        .readIndex(first(ir), ir.key())
        .thenCompose(
            read ->
                read.map(each -> fill(each, attempts - 1))
                    .orElseGet(() -> CompletableFuture.completedFuture(null)));
  }
}
