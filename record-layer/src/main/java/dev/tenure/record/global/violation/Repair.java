package dev.tenure.record.global.violation;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.upkeep.Protocol;
import dev.tenure.record.global.upkeep.Upkeep;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Updates a record without a change, so that its keys get their index records (Uniqorn, section
 * 3.2).
 */
public final class Repair {
  private final Protocol protocol;
  private final Violations violations;

  /** How a repair ended. */
  public enum Outcome {
    REPAIRED,
    /** A concurrent operation has changed the record. */
    CHANGED,
    /** Another record owns one of the keys; the violation is noted. */
    VIOLATED
  }

  public Repair(Protocol protocol, Violations violations) {
    this.protocol = protocol;
    this.violations = violations;
  }

  /**
   * Repairs a record as it was read.
   *
   * @param lacking keys without an index record, besides those that the record marks
   */
  public CompletableFuture<Outcome> run(DataRecord dr, Set<SecondaryKey> lacking) {
    Set<SecondaryKey> anew = new TreeSet<>(dr.unindexed());
    anew.addAll(lacking);
    return protocol
        .writer()
        .update(dr.withUnindexed(anew), Content.of(dr))
        .thenApply(repaired -> Outcome.REPAIRED)
        .exceptionallyCompose(
            error -> {
              Optional<Reason> reason = Upkeep.reason(error);
              if (reason.equals(Optional.of(Reason.KEY_TAKEN))) {
                return note(dr, anew);
              }
              return reason.equals(Optional.of(Reason.CONFLICT))
                  ? CompletableFuture.completedFuture(Outcome.CHANGED)
                  : CompletableFuture.failedFuture(error);
            });
  }

  private CompletableFuture<Outcome> note(DataRecord dr, Set<SecondaryKey> keys) {
    List<CompletableFuture<Boolean>> noted =
        keys.stream()
            .filter(protocol.definitions()::isUnique)
            .map(
                key ->
                    indexOwner(protocol, key)
                        .thenCompose(
                            owner ->
                                owner.isEmpty() || owner.get().key().equals(dr.key())
                                    ? CompletableFuture.completedFuture(false)
                                    : violations
                                        .note(key, List.of(owner.get().key(), dr.key()))
                                        .thenApply(nothing -> true)))
            .toList();
    return AsyncLoop.all(noted)
        .thenApply(each -> each.contains(true) ? Outcome.VIOLATED : Outcome.CHANGED);
  }

  /** The owner of an alternate key by its index record. */
  static CompletableFuture<Optional<DataRecord>> indexOwner(Protocol protocol, SecondaryKey key) {
    return Steps.answered(protocol.steps().readIndex(IndexKey.alternate(key)))
        .thenCompose(
            ir ->
                ir.isEmpty()
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : owner(protocol, key, ir.get().owner()));
  }

  /** The record, if it owns the key. */
  static CompletableFuture<Optional<DataRecord>> owner(
      Protocol protocol, SecondaryKey key, PrimaryKey pk) {
    return protocol
        .steps()
        .readData(pk)
        .thenApply(read -> read.filter(each -> !each.isDummy() && each.owns(key)));
  }
}
