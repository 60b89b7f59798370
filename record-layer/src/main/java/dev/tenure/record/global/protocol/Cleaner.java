package dev.tenure.record.global.protocol;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Deletes an index record that refers to no record which owns its key, in the paper's four phases
 * (figure 2). If the data record changes between phases 2 and 3, or the index record between phases
 * 1 and 4, the cleaner gives up:
 *
 * <pre>
 * 1. Read Index Record      I  ir
 * 2. Validate Index Record  D  pdr, the record that ir refers to; does it own the key?
 * 3. Change Version         D  v + 1, or delete a dummy; fails every write that has read pdr
 * 4. Delete Index Record    I  if it still is ir; fails when a write has taken the key meanwhile
 * </pre>
 */
public final class Cleaner {
  private final Steps steps;

  /** How a cleaner ended. */
  public enum Outcome {
    /** There is no index record. */
    ABSENT,
    /** The index record is valid, and was left. */
    VALID,
    /** A concurrent operation has changed the data record or the index record; it was left. */
    CHANGED,
    /** The index record was garbage, and is deleted. */
    CLEANED
  }

  public Cleaner(Steps steps) {
    this.steps = steps;
  }

  /**
   * Runs the four phases.
   *
   * @return fails with {@link dev.tenure.record.global.ShardDownException} when the index shard is
   *     down
   */
  public CompletableFuture<Outcome> clean(IndexKey key) {
    return readIndexRecord(key)
        .thenCompose(
            read -> {
              if (read.isEmpty()) {
                return CompletableFuture.completedFuture(Outcome.ABSENT);
              }
              IndexRecord ir = read.get();
              return failWrites(ir.owner(), List.of(ir))
                  .thenCompose(
                      outcome ->
                          outcome == Outcome.CLEANED
                              ? deleteIndexRecord(ir)
                              : CompletableFuture.completedFuture(outcome));
            });
  }

  /** Phase 1: reads the index record. */
  CompletableFuture<Optional<IndexRecord>> readIndexRecord(IndexKey key) {
    return steps.readIndex(key);
  }

  /**
   * Phases 2 and 3, for index records that refer to one data record. After CLEANED, those of them
   * that are still stored may be deleted or replaced: no write that relies on them can succeed.
   */
  CompletableFuture<Outcome> failWrites(PrimaryKey owner, List<IndexRecord> irs) {
    return steps
        .readData(owner)
        .thenCompose(
            pdr -> {
              if (irs.stream().anyMatch(ir -> isValid(ir, pdr))) {
                return CompletableFuture.completedFuture(Outcome.VALID);
              }
              return changeVersion(pdr)
                  .thenApply(changed -> changed ? Outcome.CLEANED : Outcome.CHANGED);
            });
  }

  /** Phase 2: whether the data record that an index record refers to owns its key. */
  public static boolean isValid(IndexRecord ir, Optional<DataRecord> pdr) {
    return pdr.isPresent() && !pdr.get().isDummy() && pdr.get().owns(ir.key().key());
  }

  /** Phase 3. An absent record needs no change: whoever creates it gives it a new generation. */
  private CompletableFuture<Boolean> changeVersion(Optional<DataRecord> read) {
    if (read.isEmpty()) {
      return CompletableFuture.completedFuture(true);
    }
    DataRecord pdr = read.get();
    return steps.writeData(
        pdr.isDummy()
            ? ConditionalWrite.delete(pdr)
            : ConditionalWrite.replace(pdr.version(), pdr.withVersion(pdr.version().next())));
  }

  /** Phase 4. */
  private CompletableFuture<Outcome> deleteIndexRecord(IndexRecord ir) {
    return steps
        .writeIndex(ConditionalWrite.delete(ir))
        .thenApply(deleted -> deleted ? Outcome.CLEANED : Outcome.CHANGED);
  }
}
