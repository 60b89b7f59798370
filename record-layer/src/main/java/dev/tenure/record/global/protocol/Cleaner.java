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
 * 4. Delete Index Record    I  if it is unchanged; fails when a write has taken the key meanwhile
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
   * Runs the four phases at each place of the key.
   *
   * @return CLEANED if one of its index records was deleted; fails with {@link
   *     dev.tenure.record.global.ShardDownException} when an index shard is down
   */
  public CompletableFuture<Outcome> clean(IndexKey key) {
    List<Integer> places = steps.shards().indexPlacesOf(key.key());
    CompletableFuture<Outcome> outcome = clean(places.get(0), key);
    for (int place : places.subList(1, places.size())) {
      outcome =
          outcome.thenCompose(
              first ->
                  clean(place, key).thenApply(next -> first == Outcome.CLEANED ? first : next));
    }
    return outcome;
  }

  /** As {@link #clean(IndexKey)}, for the index record in the shard at a place. */
  public CompletableFuture<Outcome> clean(int place, IndexKey key) {
    return steps
        .readIndex(place, key)
        .thenCompose(
            read -> {
              if (read.isEmpty()) {
                return CompletableFuture.completedFuture(Outcome.ABSENT);
              }
              return clean(place, read.get());
            });
  }

  /** Phases 2 to 4. */
  CompletableFuture<Outcome> clean(int place, IndexRecord ir) {
    return failWrites(ir.owner(), List.of(ir))
        .thenCompose(
            outcome ->
                outcome == Outcome.CLEANED
                    ? deleteIndexRecord(place, ir)
                    : CompletableFuture.completedFuture(outcome));
  }

  /**
   * Deletes an index record, valid or not, from a shard in which no client looks for its key. No
   * write relies on the index record afterwards. The data record is read again after its version
   * was changed: if the places of keys may have changed meanwhile, that read fails.
   *
   * @return CLEANED or CHANGED
   */
  public CompletableFuture<Outcome> remove(int place, IndexRecord ir) {
    return steps
        .readData(ir.owner())
        .thenCompose(
            pdr ->
                pdr.map(DataRecord::version).equals(Optional.of(ir.version()))
                    ? changeVersion(pdr)
                        .thenCompose(
                            changed ->
                                changed
                                    ? remove(place, ir)
                                    : CompletableFuture.completedFuture(Outcome.CHANGED))
                    : deleteIndexRecord(place, ir));
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
  private CompletableFuture<Outcome> deleteIndexRecord(int place, IndexRecord ir) {
    return steps
        .writeIndex(place, ConditionalWrite.delete(ir))
        .thenApply(deleted -> deleted ? Outcome.CLEANED : Outcome.CHANGED);
  }
}
