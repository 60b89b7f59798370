package dev.tenure.record.global.violation;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.upkeep.Protocol;
import dev.tenure.record.global.upkeep.Upkeep;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The report of alternate keys that several records own, kept as reserved records in the first data
 * shard, and the commands by which a person decides. A command uses the report only to find the
 * owners, and decides by the records that are stored now. So it may be repeated. It fails with
 * CONFLICT when an owner is being written; repeat it then.
 */
public final class Violations {
  private final Upkeep upkeep;

  /** How a command ended. */
  public enum Outcome {
    /** The key has one owner, or none. The violation is off the report. */
    RESOLVED,
    /** The named record does not own the key any more. Nothing was changed, others still own it. */
    NOT_OWNER,
    /** The command took effect, and several records still own the key. */
    OPEN
  }

  public Violations(Upkeep upkeep) {
    this.upkeep = upkeep;
  }

  /** Adds owners of a key to the report. */
  public CompletableFuture<Void> note(SecondaryKey key, Collection<PrimaryKey> owners) {
    return stored(key)
        .thenCompose(
            read -> {
              Optional<Violation> known = read.map(Violation::decode);
              Set<PrimaryKey> all = new TreeSet<>(owners);
              known.ifPresent(each -> all.addAll(each.owners()));
              if (known.isPresent() && known.get().owners().equals(all)) {
                return CompletableFuture.completedFuture(null);
              }
              Violation noted =
                  new Violation(
                      key, all, known.map(Violation::noted).orElseGet(upkeep.clock()::instant));
              return upkeep
                  .generation()
                  .thenCompose(
                      generation ->
                          Upkeep.written(
                              upkeep.home(),
                              ConditionalWrite.put(
                                  read,
                                  DataRecord.reserved(
                                      Violation.place(key),
                                      new Version(generation, 1),
                                      noted.encode()))));
            });
  }

  /**
   * The next violations, in the order of {@link Violation#place}.
   *
   * @param after the key of the last one that was listed; empty to begin
   */
  public CompletableFuture<List<Violation>> list(Optional<SecondaryKey> after, int most) {
    return Steps.answered(
            upkeep.home().scan(after.map(Violation::place).orElse(Violation.FIRST_PLACE), most))
        .thenApply(
            scanned ->
                scanned.stream()
                    .takeWhile(each -> Violation.isPlace(each.key()))
                    .map(Violation::decode)
                    .toList());
  }

  /** Decides that a record keeps the key. All other known owners lose it by an update. */
  public CompletableFuture<Outcome> keep(SecondaryKey key, PrimaryKey owner) {
    return upkeep
        .protocol()
        .thenCompose(
            protocol ->
                owners(protocol, key, owner)
                    .thenCompose(
                        owners -> {
                          List<DataRecord> others =
                              owners.stream().filter(each -> !each.key().equals(owner)).toList();
                          if (others.size() == owners.size()) {
                            return end(protocol, key, Outcome.NOT_OWNER);
                          }
                          return AsyncLoop.forEach(others, each -> lose(protocol, each, key))
                              .thenCompose(lost -> end(protocol, key, Outcome.OPEN));
                        }));
  }

  /**
   * Decides that a record gets another key instead. The record's other violated keys, if any, have
   * to be decided first.
   *
   * @return fails with KEY_TAKEN when another record owns the replacement
   */
  public CompletableFuture<Outcome> replace(
      SecondaryKey key, PrimaryKey owner, SecondaryKey replacement) {
    return upkeep
        .protocol()
        .thenCompose(
            protocol ->
                Repair.owner(protocol, key, owner)
                    .thenCompose(
                        read -> {
                          if (read.isEmpty()) {
                            return end(protocol, key, Outcome.NOT_OWNER);
                          }
                          Set<SecondaryKey> keys = new TreeSet<>(read.get().keys());
                          keys.remove(key);
                          keys.add(replacement);
                          return protocol
                              .writer()
                              .update(read.get(), new Content(keys, read.get().value()))
                              .thenCompose(updated -> end(protocol, key, Outcome.OPEN));
                        }));
  }

  private static CompletableFuture<Void> lose(Protocol protocol, DataRecord pdr, SecondaryKey key) {
    Set<SecondaryKey> keys = new TreeSet<>(pdr.keys());
    keys.remove(key);
    return protocol.keep(pdr, keys);
  }

  /** Takes the violation off the report, and gives a last owner its index record. */
  private CompletableFuture<Outcome> end(Protocol protocol, SecondaryKey key, Outcome otherwise) {
    return stored(key)
        .thenCompose(
            read ->
                owners(protocol, key, null)
                    .thenCompose(
                        owners -> {
                          if (owners.size() > 1) {
                            return CompletableFuture.completedFuture(otherwise);
                          }
                          return repaired(protocol, key, owners)
                              .thenCompose(
                                  done ->
                                      read.isEmpty()
                                          ? CompletableFuture.completedFuture(null)
                                          : Upkeep.written(
                                              upkeep.home(), ConditionalWrite.delete(read.get())))
                              .thenApply(deleted -> Outcome.RESOLVED);
                        }));
  }

  private CompletableFuture<Void> repaired(
      Protocol protocol, SecondaryKey key, List<DataRecord> owners) {
    return AsyncLoop.forEach(
        owners,
        owner ->
            new Repair(protocol, this)
                .run(owner, Set.of(key))
                .thenAccept(
                    outcome -> {
                      if (outcome == Repair.Outcome.CHANGED) {
                        throw new GlobalIndexException(
                            Reason.CONFLICT,
                            "the record " + owner.key() + " has changed meanwhile");
                      }
                    }));
  }

  /**
   * The records that own a key, among the owners on the report, the record to which the index
   * record refers, and a named record.
   */
  private CompletableFuture<List<DataRecord>> owners(
      Protocol protocol, SecondaryKey key, @Nullable PrimaryKey named) {
    return stored(key)
        .thenCombine(
            Repair.indexOwner(protocol, key),
            (read, indexed) -> {
              Set<PrimaryKey> all = new TreeSet<>();
              read.ifPresent(each -> all.addAll(Violation.decode(each).owners()));
              indexed.ifPresent(each -> all.add(each.key()));
              if (named != null) {
                all.add(named);
              }
              return all;
            })
        .thenCompose(
            all -> AsyncLoop.all(all.stream().map(pk -> Repair.owner(protocol, key, pk)).toList()))
        .thenApply(found -> found.stream().flatMap(Optional::stream).toList());
  }

  private CompletableFuture<Optional<DataRecord>> stored(SecondaryKey key) {
    return Steps.answered(upkeep.home().read(Violation.place(key)));
  }
}
