package dev.tenure.record.global.audit;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.audit.Finding.Result;
import dev.tenure.record.global.protocol.Cleaner;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.upkeep.Protocol;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.violation.Repair;
import dev.tenure.record.global.violation.Violations;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Repairs the findings of an audit by steps of the protocol, or only counts them. */
final class Repairs {
  private final boolean isRepairing;
  private final Violations violations;

  Repairs(boolean isRepairing, Violations violations) {
    this.isRepairing = isRepairing;
    this.violations = violations;
  }

  /** Lets a cleaner delete garbage. */
  CompletableFuture<Result> clean(Protocol protocol, int place, IndexKey key) {
    return ifRepairing(() -> result(protocol.cleaner().clean(place, key)));
  }

  /** Deletes an index record from a shard in which no client looks for its key. */
  CompletableFuture<Result> remove(Protocol protocol, int place, IndexRecord ir) {
    return ifRepairing(() -> result(protocol.cleaner().remove(place, ir)));
  }

  private static CompletableFuture<Result> result(CompletableFuture<Cleaner.Outcome> cleaned) {
    return cleaned.thenApply(
        outcome -> outcome == Cleaner.Outcome.CLEANED ? Result.REPAIRED : Result.LEFT);
  }

  /** Deletes a dummy if it is unchanged. A create that is still under way then fails. */
  CompletableFuture<Result> delete(Protocol protocol, DataRecord dummy) {
    return ifRepairing(
        () ->
            protocol
                .shards()
                .dataOf(dummy.key())
                .write(ConditionalWrite.delete(dummy))
                .thenApply(deleted -> deleted ? Result.REPAIRED : Result.LEFT));
  }

  /**
   * Updates a record without changing it, so that its keys get the index records that they lack.
   */
  CompletableFuture<Result> update(Protocol protocol, DataRecord dr, Set<SecondaryKey> lacking) {
    return ifRepairing(
        () ->
            new Repair(protocol, violations)
                .run(dr, lacking)
                .thenApply(
                    outcome ->
                        switch (outcome) {
                          case REPAIRED -> Result.REPAIRED;
                          case CHANGED -> Result.LEFT;
                          case VIOLATED -> Result.NOTED;
                        }));
  }

  /** Notes that a key has several owners. A person must decide which one keeps it. */
  CompletableFuture<Result> note(SecondaryKey key, List<PrimaryKey> owners) {
    return ifRepairing(() -> violations.note(key, owners).thenApply(noted -> Result.NOTED));
  }

  private CompletableFuture<Result> ifRepairing(Supplier<CompletableFuture<Result>> repair) {
    if (!isRepairing) {
      return CompletableFuture.completedFuture(Result.NONE);
    }
    return repair
        .get()
        .exceptionallyCompose(
            error -> {
              Optional<Reason> reason = Upkeep.reason(error);
              return reason.equals(Optional.of(Reason.CONFLICT))
                  ? CompletableFuture.completedFuture(Result.LEFT)
                  : Steps.answered(CompletableFuture.failedFuture(error));
            });
  }
}
