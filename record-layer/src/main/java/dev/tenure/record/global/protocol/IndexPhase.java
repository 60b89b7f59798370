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
 * Phase 2 of a write: one index record for each new key, in parallel. A key whose index record
 * exists already is cleaned first, by the cleaner's phases 1 to 3. Where the store can replace a
 * record, phase 4 and the insert are one replace. Index records that refer to one data record share
 * phases 2 and 3.
 *
 * <p>An index record that already refers to the record being written is not garbage of another
 * record, and its version is compared instead (the paper's priority, section 3.3):
 *
 * <pre>
 * same generation, same version    another write of the same record put it there; both rely on it
 * same generation, higher version  that write has read a later record: this write cannot succeed
 * same generation, lower version   its writer cannot succeed any more: it is replaced
 * another generation               one of the two is of the past: the data record tells which
 * </pre>
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
            .filter(steps::isKnownDown)
            .findFirst()
            .map(
                key ->
                    new GlobalIndexException(
                        Reason.SHARD_DOWN, "the index shard of the key " + key + " is down"));
  }

  /**
   * The state of a key after the attempt to insert its index record.
   *
   * @param ir the index record to persist
   * @param pir the one that was read instead, if any
   */
  private record Attempt(IndexRecord ir, Progress progress, Optional<IndexRecord> pir) {
    static Attempt of(IndexRecord ir, Progress progress) {
      return new Attempt(ir, progress, Optional.empty());
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

  /** Persists the index records of all keys. Returns the keys whose index shard is down. */
  CompletableFuture<Set<SecondaryKey>> persist(Set<SecondaryKey> keys, DataRecord pdr) {
    List<CompletableFuture<Attempt>> inserts = new ArrayList<>();
    for (SecondaryKey key : keys) {
      inserts.add(insertOrRead(key, indexRecord(key, pdr)));
    }
    return AsyncLoop.all(inserts)
        .thenCompose(this::finish)
        .thenApply(
            attempts -> {
              Set<SecondaryKey> unindexed = new TreeSet<>();
              for (Attempt each : attempts) {
                if (each.progress() == Progress.DOWN) {
                  unindexed.add(each.ir().key().key());
                }
              }
              return unindexed;
            });
  }

  private CompletableFuture<Attempt> insertOrRead(SecondaryKey key, IndexRecord ir) {
    if (writesWhileDown && steps.isKnownDown(key)) {
      return CompletableFuture.completedFuture(Attempt.of(ir, Progress.DOWN));
    }
    return orDown(
        ir,
        steps
            .writeIndex(ConditionalWrite.insert(ir))
            .thenCompose(
                inserted ->
                    inserted
                        ? CompletableFuture.completedFuture(Attempt.of(ir, Progress.PERSISTED))
                        : cleaner
                            .readIndexRecord(ir.key())
                            .thenApply(pir -> new Attempt(ir, Progress.EXISTED, pir))));
  }

  private CompletableFuture<Attempt> orDown(IndexRecord ir, CompletableFuture<Attempt> attempt) {
    return attempt.exceptionallyCompose(
        error -> {
          Throwable plain = FdbErrorPredicates.unwrap(error);
          return writesWhileDown && plain instanceof ShardDownException
              ? CompletableFuture.completedFuture(Attempt.of(ir, Progress.DOWN))
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
              ? orDown(each.ir(), replace(each, cleaned))
              : CompletableFuture.completedFuture(each));
    }
    return AsyncLoop.all(finished);
  }

  IndexRecord indexRecord(SecondaryKey key, DataRecord pdr) {
    return new IndexRecord(definitions.indexKey(key, pdr.key()), pdr.key(), pdr.version());
  }

  /** Persists the index record in the place of the one that was read. */
  private CompletableFuture<Attempt> replace(
      Attempt attempt, Map<PrimaryKey, CompletableFuture<Outcome>> cleaned) {
    IndexRecord ir = attempt.ir();
    CompletableFuture<Void> replaced;
    if (attempt.pir().isEmpty()) {
      replaced = insert(ir);
    } else {
      IndexRecord pir = attempt.pir().get();
      CompletableFuture<Outcome> outcome = cleaned.get(pir.owner());
      replaced =
          outcome == null
              ? replaceOwn(pir, ir)
              : outcome.thenCompose(each -> replaceOther(each, pir, ir));
    }
    return replaced.thenApply(nothing -> Attempt.of(ir, Progress.PERSISTED));
  }

  private CompletableFuture<Void> replaceOther(Outcome outcome, IndexRecord pir, IndexRecord ir) {
    return switch (outcome) {
      case VALID -> CompletableFuture.failedFuture(taken(ir.key()));
      case CHANGED -> CompletableFuture.failedFuture(conflict(ir.key()));
      case CLEANED, ABSENT -> put(pir, ir);
    };
  }

  /**
   * Replaces an index record of the same data record, if the version to be written has priority.
   * Versions of different generations have no priority.
   */
  private CompletableFuture<Void> replaceOwn(IndexRecord pir, IndexRecord ir) {
    Version stored = pir.version();
    Version own = ir.version();
    if (stored.equals(own)) {
      return CompletableFuture.completedFuture(null);
    }
    if (stored.generation().equals(own.generation())) {
      return stored.count() > own.count()
          ? CompletableFuture.failedFuture(conflict(ir.key()))
          : put(pir, ir);
    }
    return steps
        .readData(ir.owner())
        .thenCompose(
            pdr ->
                pdr.map(DataRecord::version).equals(Optional.of(own))
                    ? put(pir, ir)
                    : CompletableFuture.failedFuture(conflict(ir.key())));
  }

  /** The cleaner's phase 4 together with the insert, conditional on what phase 1 read. */
  private CompletableFuture<Void> put(IndexRecord pir, IndexRecord ir) {
    if (steps.shards().indexOf(ir.key().key()).replaces()) {
      return required(ConditionalWrite.replace(pir.version(), ir));
    }
    return required(ConditionalWrite.delete(pir)).thenCompose(deleted -> insert(ir));
  }

  private CompletableFuture<Void> insert(IndexRecord ir) {
    return required(ConditionalWrite.insert(ir));
  }

  private CompletableFuture<Void> required(ConditionalWrite<IndexKey, IndexRecord> write) {
    return steps
        .writeIndex(write)
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
