package dev.tenure.record.global.violation;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.upkeep.Protocol;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.Walk;
import dev.tenure.record.global.upkeep.WalkOptions;
import dev.tenure.record.global.upkeep.WalkPosition;
import dev.tenure.record.global.upkeep.WalkProgress;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Repairs all records that were written while the index shard of a key was down. */
public final class RepairRun {
  private static final int ATTEMPTS = 4;

  private final Upkeep upkeep;
  private final WalkOptions options;
  private final Consumer<WalkProgress> listener;
  private final Violations violations;

  public RepairRun(Upkeep upkeep, WalkOptions options, Consumer<WalkProgress> listener) {
    this.upkeep = upkeep;
    this.options = options;
    this.listener = listener;
    this.violations = new Violations(upkeep);
  }

  /**
   * Runs from a position, or from the beginning.
   *
   * @return fails with SHARD_DOWN while a shard is down, and with CONTINUATION_REFUSED when the
   *     position is of other shards
   */
  public CompletableFuture<RepairReport> run(Optional<WalkPosition> from) {
    Map<Repair.Outcome, AtomicLong> counts = new EnumMap<>(Repair.Outcome.class);
    for (Repair.Outcome each : Repair.Outcome.values()) {
      counts.put(each, new AtomicLong());
    }
    return new Walk(upkeep, "repair", options, listener)
        .data(
            (protocol, record) ->
                record.unindexed().isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : repair(protocol, record, ATTEMPTS)
                        .thenAccept(
                            outcome ->
                                outcome.ifPresent(each -> count(counts, each).incrementAndGet())))
        .run(from)
        .thenApply(
            position ->
                new RepairReport(
                    count(counts, Repair.Outcome.REPAIRED).get(),
                    count(counts, Repair.Outcome.VIOLATED).get(),
                    count(counts, Repair.Outcome.CHANGED).get(),
                    position));
  }

  private static AtomicLong count(Map<Repair.Outcome, AtomicLong> counts, Repair.Outcome outcome) {
    return Objects.requireNonNull(counts.get(outcome));
  }

  /** Empty when the record is not marked any more. */
  private CompletableFuture<Optional<Repair.Outcome>> repair(
      Protocol protocol, DataRecord record, int attempts) {
    return new Repair(protocol, violations)
        .run(record, Set.of())
        .thenCompose(
            outcome -> {
              if (outcome != Repair.Outcome.CHANGED || attempts == 1) {
                return CompletableFuture.completedFuture(Optional.of(outcome));
              }
              return protocol
                  .steps()
                  .readData(record.key())
                  .thenCompose(
                      again ->
                          again.isEmpty() || again.get().unindexed().isEmpty()
                              ? CompletableFuture.completedFuture(Optional.empty())
                              : repair(protocol, again.get(), attempts - 1));
            });
  }
}
