package dev.tenure.record.global.keys;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinition.State;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.protocol.Cleaner;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.Walk;
import dev.tenure.record.global.upkeep.WalkOptions;
import dev.tenure.record.global.upkeep.WalkPosition;
import dev.tenure.record.global.upkeep.WalkProgress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the stored keys. One key is added or dropped at a time:
 *
 * <pre>
 * add  -> FILLING -> fill, all records own the key  -> READABLE
 * drop -> DROPPING -> empty, no record owns the key -> absent
 * </pre>
 *
 * <p>{@link #fill} and {@link #empty} run over all records, and may be repeated and resumed. Each
 * needs an {@link Upkeep} that was started with stored keys.
 */
public final class KeyChanges {
  /**
   * The number of leases for which a change waits. One lease more than needed allows for clocks of
   * different speed.
   */
  private static final int LEASES = 2;

  private final Upkeep upkeep;

  public KeyChanges(Upkeep upkeep) {
    this.upkeep = upkeep;
  }

  /**
   * Stores a new key. When one lease has passed, all clients maintain it.
   *
   * @throws IllegalStateException when the key exists already, or another key is being changed
   */
  public CompletableFuture<StoredKeys> add(KeyDefinition key) {
    return StoredKeys.require(upkeep.home())
        .thenCompose(
            stored -> {
              if (stored.definitions().find(key.name()).isPresent()) {
                throw new IllegalStateException("there is a key " + key.name() + " already");
              }
              stored.requireStable();
              requireNoChange(stored, key.name());
              return change(stored, key.withState(State.FILLING));
            });
  }

  /** Refuses reads by a key from now on. A key that is still being added may be dropped, too. */
  public CompletableFuture<StoredKeys> drop(String name) {
    return StoredKeys.require(upkeep.home())
        .thenCompose(
            stored -> {
              stored.requireStable();
              KeyDefinition key = require(stored, name);
              requireNoChange(stored, name);
              return key.state() == State.DROPPING
                  ? CompletableFuture.completedFuture(stored)
                  : change(stored, key.withState(State.DROPPING));
            });
  }

  /**
   * Gives all records the key that is being added, by updates without another change.
   *
   * @param derive gives the keys of a record that has none of the name yet
   * @return fails with SHARD_DOWN, CONFLICT or CONTINUATION_REFUSED; after a failure, a further run
   *     can continue from the last position that the listener was given
   */
  public CompletableFuture<KeyChangeReport> fill(
      String name,
      Function<DataRecord, Set<SecondaryKey>> derive,
      WalkOptions options,
      Consumer<WalkProgress> listener,
      Optional<WalkPosition> from) {
    return begin(name, State.FILLING)
        .thenCompose(
            stored -> {
              RecordPass pass = RecordPass.giving(name, derive);
              return new Walk(upkeep, "fill-" + name, options, pass.stayingInFront(listener, from))
                  .data(pass::visit)
                  .run(from)
                  .thenCompose(
                      rest -> {
                        KeyDefinition key = require(stored, name).withState(State.READABLE);
                        return end(stored, pass.report(rest), stored.definitions().with(key));
                      });
            });
  }

  /** Removes the key that is being dropped from all records, and deletes its index records. */
  public CompletableFuture<KeyChangeReport> empty(
      String name,
      WalkOptions options,
      Consumer<WalkProgress> listener,
      Optional<WalkPosition> from) {
    return begin(name, State.DROPPING)
        .thenCompose(
            stored -> {
              RecordPass pass = RecordPass.taking(name);
              return new Walk(upkeep, "empty-" + name, options, listener)
                  .data(pass::visit)
                  .index(
                      (protocol, place, ir) ->
                          ir.key().key().name().equals(name)
                              ? protocol
                                  .cleaner()
                                  .clean(place, ir.key())
                                  .thenAccept(
                                      outcome -> pass.count(outcome == Cleaner.Outcome.CLEANED))
                              : CompletableFuture.completedFuture(null))
                  .run(from)
                  .thenCompose(
                      rest -> end(stored, pass.report(rest), stored.definitions().without(name)));
            });
  }

  /** Waits until no client uses definitions from before the change. */
  private CompletableFuture<StoredKeys> begin(String name, State state) {
    return StoredKeys.require(upkeep.home())
        .thenCompose(
            stored -> {
              requireState(name, state, require(stored, name).state());
              return upkeep
                  .pause(stored.lease().multipliedBy(LEASES))
                  .thenCompose(passed -> upkeep.protocol())
                  .thenApply(
                      protocol -> {
                        State used =
                            protocol
                                .definitions()
                                .find(name)
                                .map(KeyDefinition::state)
                                .orElse(null);
                        requireState(name, state, used);
                        return stored;
                      });
            });
  }

  private CompletableFuture<KeyChangeReport> end(
      StoredKeys stored, KeyChangeReport report, KeyDefinitions after) {
    return report.position().isPresent()
        ? CompletableFuture.completedFuture(report)
        : stored.change(upkeep.home(), after).thenApply(changed -> report);
  }

  private CompletableFuture<StoredKeys> change(StoredKeys stored, KeyDefinition key) {
    return stored.change(upkeep.home(), stored.definitions().with(key));
  }

  private static KeyDefinition require(StoredKeys stored, String name) {
    return stored
        .definitions()
        .find(name)
        .orElseThrow(() -> new IllegalStateException("there is no stored key " + name));
  }

  private static void requireState(String name, State expected, @Nullable State actual) {
    if (actual != expected) {
      throw new IllegalStateException(
          "the key " + name + " is " + actual + ", expected " + expected);
    }
  }

  private static void requireNoChange(StoredKeys stored, String name) {
    for (KeyDefinition each : stored.definitions().all()) {
      if (each.state() != State.READABLE && !each.name().equals(name)) {
        throw new IllegalStateException(
            "the key " + each.name() + " is " + each.state() + "; end that change first");
      }
    }
  }
}
