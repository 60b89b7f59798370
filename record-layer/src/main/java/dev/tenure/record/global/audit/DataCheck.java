package dev.tenure.record.global.audit;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.audit.Finding.Result;
import dev.tenure.record.global.audit.Finding.State;
import dev.tenure.record.global.protocol.Cleaner;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.upkeep.Protocol;
import dev.tenure.record.global.upkeep.Upkeep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Judges a data record: reads the index records of its keys, and then the data record again. A
 * version is never used twice. So if both reads give the same version, everything seen in between
 * was true at one instant. Otherwise the new record is judged.
 */
final class DataCheck {
  private static final int LOOKS = 4;

  private final Upkeep upkeep;
  private final AuditOptions options;
  private final Repairs repairs;

  DataCheck(Upkeep upkeep, AuditOptions options, Repairs repairs) {
    this.upkeep = upkeep;
    this.options = options;
    this.repairs = repairs;
  }

  CompletableFuture<List<Finding>> check(Protocol protocol, DataRecord dr) {
    return look(protocol, dr, LOOKS);
  }

  private CompletableFuture<List<Finding>> look(Protocol protocol, DataRecord dr, int looks) {
    if (dr.isDummy()
        && upkeep.clock().millis() - dr.version().generation().timestamp()
            < options.dummyAge().toMillis()) {
      return CompletableFuture.completedFuture(List.of());
    }
    return wrong(protocol, dr)
        .thenCompose(
            wrong -> {
              if (wrong.isEmpty() && !dr.isDummy()) {
                return CompletableFuture.completedFuture(List.of());
              }
              return protocol
                  .steps()
                  .readData(dr.key())
                  .thenCompose(
                      again -> {
                        if (again.isEmpty()) {
                          return CompletableFuture.completedFuture(List.of());
                        }
                        if (again.get().version().equals(dr.version())) {
                          return dr.isDummy() ? dummy(protocol, dr) : repair(protocol, dr, wrong);
                        }
                        return looks == 1
                            ? CompletableFuture.completedFuture(
                                List.of(finding(dr, State.UNDECIDED, null, Result.NONE)))
                            : look(protocol, again.get(), looks - 1);
                      });
            });
  }

  /**
   * A problem of a key.
   *
   * @param owner the other owner of a violated key; empty for other problems
   */
  record Wrong(State state, Optional<PrimaryKey> owner) {
    static Wrong of(State state) {
      return new Wrong(state, Optional.empty());
    }
  }

  private CompletableFuture<Map<SecondaryKey, Wrong>> wrong(Protocol protocol, DataRecord dr) {
    Map<SecondaryKey, Wrong> wrong = new TreeMap<>();
    List<CompletableFuture<Void>> looks = new ArrayList<>();
    for (SecondaryKey key : dr.keys()) {
      if (protocol.definitions().find(key.name()).isPresent()) {
        looks.add(
            look(protocol, dr, key)
                .thenAccept(
                    each -> {
                      synchronized (wrong) {
                        each.ifPresent(state -> wrong.put(key, state));
                      }
                    }));
      }
    }
    return AsyncLoop.all(looks).thenApply(nothing -> wrong);
  }

  private CompletableFuture<Optional<Wrong>> look(
      Protocol protocol, DataRecord dr, SecondaryKey key) {
    boolean isMarked = dr.unindexed().contains(key);
    return Steps.answered(
            protocol.steps().readIndex(protocol.definitions().indexKey(key, dr.key())))
        .thenCompose(
            ir -> {
              State state = isMarked ? State.UNINDEXED : State.MISSING;
              if (ir.isPresent() && ir.get().owner().equals(dr.key())) {
                return CompletableFuture.completedFuture(
                    isMarked ? Optional.of(Wrong.of(state)) : Optional.empty());
              }
              return otherOwner(protocol, dr, key, ir)
                  .thenApply(
                      owner ->
                          Optional.of(
                              owner.isPresent()
                                  ? new Wrong(State.VIOLATION, owner)
                                  : Wrong.of(state)));
            });
  }

  /**
   * Finds another owner of a key. It is the record to which the index record refers. If both
   * records are marked, the local indexes are asked, and the owner with the least primary key
   * counts as the rightful one.
   */
  private static CompletableFuture<Optional<PrimaryKey>> otherOwner(
      Protocol protocol, DataRecord dr, SecondaryKey key, Optional<IndexRecord> ir) {
    if (!protocol.definitions().isUnique(key)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    if (ir.isPresent()) {
      return protocol
          .steps()
          .readData(ir.get().owner())
          .thenApply(
              other ->
                  Cleaner.isValid(ir.get(), other)
                      ? Optional.of(ir.get().owner())
                      : Optional.empty());
    }
    if (!dr.unindexed().contains(key)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return AsyncLoop.all(protocol.shards().data().stream().map(each -> each.find(key)).toList())
        .thenApply(
            found ->
                found.stream()
                    .flatMap(List::stream)
                    .map(DataRecord::key)
                    .min(PrimaryKey::compareTo)
                    .filter(least -> least.compareTo(dr.key()) < 0))
        .exceptionallyCompose(
            error ->
                FdbErrorPredicates.unwrap(error) instanceof UnsupportedOperationException
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : Steps.answered(CompletableFuture.failedFuture(error)));
  }

  private CompletableFuture<List<Finding>> dummy(Protocol protocol, DataRecord dummy) {
    return repairs
        .delete(protocol, dummy)
        .thenApply(result -> List.of(finding(dummy, State.DUMMY, null, result)));
  }

  /** One update for all keys of the record. */
  private CompletableFuture<List<Finding>> repair(
      Protocol protocol, DataRecord dr, Map<SecondaryKey, Wrong> wrong) {
    Set<SecondaryKey> lacking = new TreeSet<>();
    List<CompletableFuture<Finding>> noted = new ArrayList<>();
    wrong.forEach(
        (key, each) -> {
          if (each.owner().isEmpty()) {
            lacking.add(key);
          } else {
            noted.add(
                repairs
                    .note(key, List.of(each.owner().get(), dr.key()))
                    .thenApply(result -> finding(dr, State.VIOLATION, key, result)));
          }
        });
    CompletableFuture<Result> updated =
        lacking.isEmpty()
            ? CompletableFuture.completedFuture(Result.NONE)
            : repairs.update(protocol, dr, lacking);
    return updated.thenCombine(
        AsyncLoop.all(noted),
        (result, violations) -> {
          List<Finding> findings = new ArrayList<>(violations);
          wrong.forEach(
              (key, each) -> {
                if (lacking.contains(key)) {
                  findings.add(finding(dr, each.state(), key, result));
                }
              });
          return findings;
        });
  }

  private static Finding finding(
      DataRecord dr, State state, @Nullable SecondaryKey key, Result result) {
    return new Finding(state, dr.key(), Optional.ofNullable(key), result);
  }
}
