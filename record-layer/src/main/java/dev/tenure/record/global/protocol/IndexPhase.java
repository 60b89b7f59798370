package dev.tenure.record.global.protocol;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.ShardDownException;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.protocol.Cleaner.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Phase 2 of a write: one index record for each new key, in parallel. If an index record of the key
 * exists already, it is cleaned first, by the cleaner's phases 1 to 3. Where the store can replace
 * a record, phase 4 and the insert are one replace. Index records that refer to one data record
 * share phases 2 and 3.
 *
 * <p>An index record that refers to the record being written was inserted by another write of this
 * record. Its version is compared with the one to be inserted (the paper's priority, section 3.3):
 *
 * <pre>
 * same generation, same version    both writes share it; at most one of them succeeds
 * same generation, higher version  that write has read a later record: this write gives up
 * same generation, lower version   that write can no longer succeed: its index record is replaced
 * another generation               the data record shows which of the two generations is current
 * </pre>
 *
 * <p>A key whose slot moves has two index records. A write inserts into the first places of all its
 * keys before it inserts into the second ones. If a second place has the index record of another
 * data record, the write reads its own data record again. If that has changed, the other write has
 * replaced the index record in the first place, and this write gives up.
 */
final class IndexPhase {
  private final Steps steps;
  private final KeyDefinitions definitions;
  private final Cleaner cleaner;
  private final boolean writesWhileDown;

  IndexPhase(Steps steps, KeyDefinitions definitions, boolean writesWhileDown) {
    this.steps = steps;
    this.definitions = definitions;
    this.cleaner = new Cleaner(steps);
    this.writesWhileDown = writesWhileDown;
  }

  /** The error of a create that would need an index shard which is known to be down. */
  Optional<GlobalIndexException> knownDown(Set<SecondaryKey> keys) {
    return writesWhileDown
        ? Optional.empty()
        : keys.stream()
            .filter(steps::isAnyKnownDown)
            .findFirst()
            .map(
                key ->
                    new GlobalIndexException(
                        Reason.SHARD_DOWN, "the index shard of the key " + key + " is down"));
  }

  /**
   * The state of a key after the attempt to insert its index record.
   *
   * @param place of the index shard
   * @param ir the index record to persist
   * @param pir the one that was read instead, if any
   */
  private record Attempt(int place, IndexRecord ir, Progress progress, Optional<IndexRecord> pir) {
    Attempt with(Progress now) {
      return new Attempt(place, ir, now, Optional.empty());
    }

    boolean metOtherOwner() {
      return pir.isPresent() && !pir.get().owner().equals(ir.owner());
    }
  }

  private enum Progress {
    PERSISTED,
    EXISTED,
    DOWN
  }

  /**
   * Persists the index records of all keys; returns the keys that have an index shard which is
   * down.
   */
  CompletableFuture<Set<SecondaryKey>> persist(Set<SecondaryKey> keys, DataRecord pdr) {
    List<CompletableFuture<Attempt>> inserts = new ArrayList<>();
    for (SecondaryKey key : keys) {
      inserts.add(insertOrRead(places(key).get(0), key, pdr));
    }
    return AsyncLoop.all(inserts)
        .thenCompose(this::finish)
        .thenCompose(
            attempts -> {
              Set<SecondaryKey> unindexed = down(attempts);
              List<CompletableFuture<Attempt>> second = new ArrayList<>();
              for (SecondaryKey key : keys) {
                if (places(key).size() > 1 && !unindexed.contains(key)) {
                  second.add(insertOrRead(places(key).get(1), key, pdr));
                }
              }
              return AsyncLoop.all(second)
                  .thenCompose(inserted -> requireUnchanged(inserted, pdr))
                  .thenCompose(this::finish)
                  .thenApply(
                      ended -> {
                        unindexed.addAll(down(ended));
                        return unindexed;
                      });
            });
  }

  /** Persists the index record of a key at one of its places. */
  CompletableFuture<Void> persist(int place, SecondaryKey key, DataRecord pdr) {
    return insertOrRead(place, key, pdr)
        .thenCompose(attempt -> finish(List.of(attempt)))
        .thenApply(ended -> null);
  }

  private List<Integer> places(SecondaryKey key) {
    return steps.shards().indexPlacesOf(key);
  }

  private static Set<SecondaryKey> down(List<Attempt> attempts) {
    Set<SecondaryKey> down = new TreeSet<>();
    for (Attempt each : attempts) {
      if (each.progress() == Progress.DOWN) {
        down.add(each.ir().key().key());
      }
    }
    return down;
  }

  private CompletableFuture<List<Attempt>> requireUnchanged(List<Attempt> second, DataRecord pdr) {
    if (second.stream().noneMatch(Attempt::metOtherOwner)) {
      return CompletableFuture.completedFuture(second);
    }
    return steps
        .readData(pdr.key())
        .thenApply(
            read -> {
              if (!read.map(DataRecord::version).equals(Optional.of(pdr.version()))) {
                throw Writer.conflict(pdr.key());
              }
              return second;
            });
  }

  private CompletableFuture<Attempt> insertOrRead(int place, SecondaryKey key, DataRecord pdr) {
    IndexRecord ir = indexRecord(key, pdr);
    Attempt begun = new Attempt(place, ir, Progress.EXISTED, Optional.empty());
    if (writesWhileDown && steps.isAnyKnownDown(key)) {
      return CompletableFuture.completedFuture(begun.with(Progress.DOWN));
    }
    return orDown(
        begun,
        steps
            .writeIndex(place, ConditionalWrite.insert(ir))
            .thenCompose(
                inserted ->
                    inserted
                        ? CompletableFuture.completedFuture(begun.with(Progress.PERSISTED))
                        : steps
                            .readIndex(place, ir.key())
                            .thenApply(pir -> new Attempt(place, ir, Progress.EXISTED, pir))));
  }

  private CompletableFuture<Attempt> orDown(Attempt begun, CompletableFuture<Attempt> attempt) {
    return attempt.exceptionallyCompose(
        error -> {
          Throwable plain = FdbErrorPredicates.unwrap(error);
          return writesWhileDown && plain instanceof ShardDownException
              ? CompletableFuture.completedFuture(begun.with(Progress.DOWN))
              : CompletableFuture.failedFuture(Steps.down(plain));
        });
  }

  /**
   * Cleans each record that index records of the write refer to, once: two cleaners of one write
   * would fail each other in phase 3.
   */
  private CompletableFuture<List<Attempt>> finish(List<Attempt> attempts) {
    Map<PrimaryKey, List<IndexRecord>> met = new TreeMap<>();
    for (Attempt each : attempts) {
      if (each.metOtherOwner()) {
        IndexRecord pir = each.pir().orElseThrow();
        met.computeIfAbsent(pir.owner(), owner -> new ArrayList<>()).add(pir);
      }
    }
    Map<PrimaryKey, CompletableFuture<Outcome>> cleaned = new TreeMap<>();
    met.forEach((owner, irs) -> cleaned.put(owner, cleaner.failWrites(owner, irs)));
    List<CompletableFuture<Attempt>> finished = new ArrayList<>();
    for (Attempt each : attempts) {
      finished.add(
          each.progress() == Progress.EXISTED
              ? orDown(each, replace(each, cleaned))
              : CompletableFuture.completedFuture(each));
    }
    return AsyncLoop.all(finished);
  }

  IndexRecord indexRecord(SecondaryKey key, DataRecord pdr) {
    return new IndexRecord(definitions.indexKey(key, pdr.key()), pdr.key(), pdr.version());
  }

  /** Replaces the index record that was read by the one to persist. */
  private CompletableFuture<Attempt> replace(
      Attempt attempt, Map<PrimaryKey, CompletableFuture<Outcome>> cleaned) {
    CompletableFuture<Void> replaced;
    if (attempt.pir().isEmpty()) {
      replaced = insert(attempt);
    } else {
      CompletableFuture<Outcome> outcome = cleaned.get(attempt.pir().get().owner());
      replaced =
          outcome == null
              ? replaceOwn(attempt)
              : outcome.thenCompose(each -> replaceOther(each, attempt));
    }
    return replaced.thenApply(nothing -> attempt.with(Progress.PERSISTED));
  }

  private CompletableFuture<Void> replaceOther(Outcome outcome, Attempt attempt) {
    IndexKey key = attempt.ir().key();
    return switch (outcome) {
      case VALID -> CompletableFuture.failedFuture(taken(key));
      case CHANGED -> CompletableFuture.failedFuture(conflict(key));
      case CLEANED, ABSENT -> put(attempt);
    };
  }

  /**
   * Replaces an index record of the same data record, if the version to be written has priority.
   * Versions of different generations have no priority.
   */
  private CompletableFuture<Void> replaceOwn(Attempt attempt) {
    IndexRecord ir = attempt.ir();
    Version stored = attempt.pir().orElseThrow().version();
    Version own = ir.version();
    if (stored.equals(own)) {
      return CompletableFuture.completedFuture(null);
    }
    if (stored.generation().equals(own.generation())) {
      return stored.count() > own.count()
          ? CompletableFuture.failedFuture(conflict(ir.key()))
          : put(attempt);
    }
    return steps
        .readData(ir.owner())
        .thenCompose(
            pdr ->
                pdr.map(DataRecord::version).equals(Optional.of(own))
                    ? put(attempt)
                    : CompletableFuture.failedFuture(conflict(ir.key())));
  }

  /** The cleaner's phase 4 together with the insert, conditional on what phase 1 read. */
  private CompletableFuture<Void> put(Attempt attempt) {
    IndexRecord pir = attempt.pir().orElseThrow();
    if (steps.shards().index().get(attempt.place()).replaces()) {
      return required(attempt, ConditionalWrite.replace(pir.version(), attempt.ir()));
    }
    return required(attempt, ConditionalWrite.delete(pir)).thenCompose(deleted -> insert(attempt));
  }

  private CompletableFuture<Void> insert(Attempt attempt) {
    return required(attempt, ConditionalWrite.insert(attempt.ir()));
  }

  private CompletableFuture<Void> required(
      Attempt attempt, ConditionalWrite<IndexKey, IndexRecord> write) {
    return steps
        .writeIndex(attempt.place(), write)
        .thenAccept(
            written -> {
              if (!written) {
                throw conflict(write.key());
              }
            });
  }

  private static GlobalIndexException taken(IndexKey key) {
    return new GlobalIndexException(
        Reason.KEY_TAKEN, "another record owns the alternate key " + key.key());
  }

  private static GlobalIndexException conflict(IndexKey key) {
    return new GlobalIndexException(
        Reason.CONFLICT, "another operation has taken the key " + key.key() + " meanwhile");
  }
}
