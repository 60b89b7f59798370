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
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.ShardDownException;
import dev.tenure.record.global.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Phase 2 of a write: one index record for each new key, in parallel. A key whose index record
 * exists already is cleaned first, by the cleaner's phases 1 to 3; phase 4 and the insert are one
 * replace where the store has it.
 *
 * <p>An index record that already refers to the record being written is not garbage of another
 * record, and its version is compared instead (the paper's priority, section 3.3):
 *
 * <pre>
 * same generation, same version    another write of the same record put it there; both rely on it
 * same generation, higher version  that write has read a later record: this write cannot succeed
 * any other                        its writer cannot succeed any more: it is replaced
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

  /** Persists the index records of all keys; gives the keys whose index shard is down. */
  CompletableFuture<Set<SecondaryKey>> persist(Set<SecondaryKey> keys, DataRecord pdr) {
    List<CompletableFuture<Boolean>> writes = new ArrayList<>();
    for (SecondaryKey key : keys) {
      writes.add(persistOrMark(key, pdr));
    }
    return AsyncLoop.all(writes)
        .thenApply(
            persisted -> {
              Set<SecondaryKey> unindexed = new TreeSet<>();
              int place = 0;
              for (SecondaryKey key : keys) {
                if (!persisted.get(place++)) {
                  unindexed.add(key);
                }
              }
              return unindexed;
            });
  }

  private CompletableFuture<Boolean> persistOrMark(SecondaryKey key, DataRecord pdr) {
    if (writesWhileDown && steps.isKnownDown(key)) {
      return CompletableFuture.completedFuture(false);
    }
    return persist(indexRecord(key, pdr))
        .thenApply(nothing -> true)
        .exceptionallyCompose(
            error -> {
              Throwable plain = FdbErrorPredicates.unwrap(error);
              return writesWhileDown && plain instanceof ShardDownException
                  ? CompletableFuture.completedFuture(false)
                  : CompletableFuture.failedFuture(Steps.down(plain));
            });
  }

  IndexRecord indexRecord(SecondaryKey key, DataRecord pdr) {
    return new IndexRecord(definitions.indexKey(key, pdr.key()), pdr.key(), pdr.version());
  }

  private CompletableFuture<Void> persist(IndexRecord ir) {
    return steps
        .writeIndex(ConditionalWrite.insert(ir))
        .thenCompose(
            inserted ->
                inserted
                    ? CompletableFuture.completedFuture(null)
                    : cleaner.readIndexRecord(ir.key()).thenCompose(pir -> replace(pir, ir)));
  }

  /** Persists {@code ir} in the place of what was read. */
  private CompletableFuture<Void> replace(Optional<IndexRecord> read, IndexRecord ir) {
    if (read.isEmpty()) {
      return insert(ir);
    }
    IndexRecord pir = read.get();
    if (pir.owner().equals(ir.owner())) {
      return replaceOwn(pir, ir);
    }
    return cleaner
        .failWrites(pir)
        .thenCompose(
            outcome ->
                switch (outcome) {
                  case VALID -> CompletableFuture.failedFuture(taken(ir.key()));
                  case CHANGED -> CompletableFuture.failedFuture(conflict(ir.key()));
                  case CLEANED, ABSENT -> put(pir, ir);
                });
  }

  private CompletableFuture<Void> replaceOwn(IndexRecord pir, IndexRecord ir) {
    if (pir.version().equals(ir.version())) {
      return CompletableFuture.completedFuture(null);
    }
    return hasPriority(pir.version(), ir.version())
        ? CompletableFuture.failedFuture(conflict(ir.key()))
        : put(pir, ir);
  }

  private static boolean hasPriority(Version stored, Version own) {
    return stored.generation().equals(own.generation()) && stored.count() > own.count();
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
