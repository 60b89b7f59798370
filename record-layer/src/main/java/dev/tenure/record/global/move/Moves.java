package dev.tenure.record.global.move;

import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.slot.SlotShards;
import dev.tenure.record.global.slot.Slots;
import dev.tenure.record.global.slot.Slots.Phase;
import dev.tenure.record.global.upkeep.Protocol;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.Walk;
import dev.tenure.record.global.upkeep.WalkOptions;
import dev.tenure.record.global.upkeep.WalkPosition;
import dev.tenure.record.global.upkeep.WalkProgress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Splits and merges of data shards, while records are read and written. One move is under way at a
 * time:
 *
 * <pre>
 * begin -> PREPARING -> MOVING, all records of the slots pass on -> SWEEPING -> STABLE
 * </pre>
 *
 * <p>{@link #run} goes through the phases, and may be repeated and resumed. A move only goes
 * forward: to undo one, end it, and move the slots back. Needs an {@link Upkeep} that was started
 * with stored keys.
 */
public final class Moves {
  /** By how many leases clocks of two processes may differ in speed, and more. */
  private static final int LEASES = 2;

  private final Upkeep upkeep;

  public Moves(Upkeep upkeep) {
    this.upkeep = upkeep;
  }

  /**
   * Stores slots for the places that the records have. No record moves. From then on, processes may
   * be given more shards than the slots name, behind the others.
   *
   * @throws IllegalArgumentException when the places are not those of {@code Shards.hashed}
   * @throws IllegalStateException when there are slots already
   */
  public CompletableFuture<StoredKeys> adopt() {
    Slots slots = Slots.of(upkeep.stores());
    return StoredKeys.require(upkeep.home())
        .thenCompose(
            stored -> {
              if (stored.slots().isPresent()) {
                throw new IllegalStateException("slots are stored already");
              }
              return stored.change(upkeep.home(), slots);
            });
  }

  /**
   * Begins a move. {@link #run} does it.
   *
   * @param change such as {@code slots -> slots.spread(List.of(0, 1, 2))}, which splits shards when
   *     it names more shards than before, and merges shards when it names fewer
   * @throws IllegalStateException without slots, while another move is under way, or while a key is
   *     being added or dropped
   * @return fails with METADATA_NEWER when this process was not given one of the shards
   */
  public CompletableFuture<StoredKeys> begin(UnaryOperator<Slots> change) {
    return StoredKeys.require(upkeep.home())
        .thenCompose(
            stored -> {
              Slots before = require(stored);
              before.requireStable();
              requireNoChange(stored);
              Slots after = change.apply(before);
              after.require(upkeep.stores());
              return stored.change(
                  upkeep.home(), after.with(stored.version() + 1, Phase.PREPARING));
            });
  }

  /**
   * Does the move that is under way, or the rest of it.
   *
   * @param from where a run ended, or the last position that a listener was given; a position from
   *     before the present phase is passed over
   * @throws IllegalStateException when no move is under way
   * @return fails with SHARD_DOWN, CONFLICT when another run was faster, or CONTINUATION_REFUSED; a
   *     run that failed is repeated
   */
  public CompletableFuture<MoveReport> run(
      WalkOptions options, Consumer<WalkProgress> listener, Optional<WalkPosition> from) {
    return run(options, listener, from, new AtomicLong());
  }

  private CompletableFuture<MoveReport> run(
      WalkOptions options,
      Consumer<WalkProgress> listener,
      Optional<WalkPosition> from,
      AtomicLong moved) {
    return begin()
        .thenCompose(
            stored -> {
              Slots slots = require(stored);
              Walk walk = new Walk(upkeep, kind(slots), options, listener);
              return switch (slots.phase()) {
                case STABLE -> report(moved, Optional.empty());
                case PREPARING ->
                    end(stored, Phase.MOVING)
                        .thenCompose(next -> run(options, listener, from, moved));
                case MOVING ->
                    walk(passing(walk, slots, moved), slots, from)
                        .thenCompose(
                            rest ->
                                rest.isPresent()
                                    ? report(moved, rest)
                                    : end(stored, Phase.SWEEPING)
                                        .thenCompose(next -> run(options, listener, from, moved)));
                case SWEEPING ->
                    walk(sweeping(walk, slots), slots, from)
                        .thenCompose(
                            rest ->
                                rest.isPresent()
                                    ? report(moved, rest)
                                    : end(stored, Phase.STABLE)
                                        .thenCompose(next -> report(moved, rest)));
              };
            });
  }

  private static String kind(Slots slots) {
    return slots.phase() + "-" + slots.id();
  }

  private static CompletableFuture<Optional<WalkPosition>> walk(
      Walk walk, Slots slots, Optional<WalkPosition> from) {
    return walk.run(from.filter(position -> position.kind().equals(kind(slots))));
  }

  private Walk passing(Walk walk, Slots slots, AtomicLong moved) {
    for (int place : slots.table().sources()) {
      walk.dataIn(
          place,
          (protocol, record) ->
              Steps.answered(placed(protocol).move(place, record.key(), upkeep::generation))
                  .thenAccept(done -> moved.incrementAndGet()));
    }
    return walk;
  }

  private static Walk sweeping(Walk walk, Slots slots) {
    for (int place : slots.table().sources()) {
      walk.dataIn(
          place,
          (protocol, record) ->
              Steps.answered(placed(protocol).sweep(place, record)).thenAccept(swept -> {}));
    }
    return walk;
  }

  /** Waits until no client uses slots from before the present phase. */
  private CompletableFuture<StoredKeys> begin() {
    return StoredKeys.require(upkeep.home())
        .thenCompose(
            stored -> {
              Slots slots = require(stored);
              if (slots.phase() == Phase.STABLE) {
                throw new IllegalStateException("no move of slots is under way");
              }
              return upkeep
                  .pause(stored.lease().multipliedBy(LEASES))
                  .thenCompose(passed -> upkeep.protocol())
                  .thenApply(
                      protocol -> {
                        if (!placed(protocol).slots().equals(slots)) {
                          throw new GlobalIndexException(
                              Reason.CONFLICT, "another run has changed the slots meanwhile");
                        }
                        return stored;
                      });
            });
  }

  private CompletableFuture<StoredKeys> end(StoredKeys stored, Phase next) {
    Slots slots = require(stored);
    return stored.change(upkeep.home(), slots.with(slots.id(), next));
  }

  private static CompletableFuture<MoveReport> report(
      AtomicLong moved, Optional<WalkPosition> rest) {
    return CompletableFuture.completedFuture(new MoveReport(moved.get(), rest));
  }

  private static Slots require(StoredKeys stored) {
    return stored
        .slots()
        .orElseThrow(
            () -> new IllegalStateException("no slots are stored; Moves.adopt stores them"));
  }

  private static SlotShards placed(Protocol protocol) {
    return protocol
        .placed()
        .orElseThrow(() -> new IllegalStateException("no slots are stored any more"));
  }

  private static void requireNoChange(StoredKeys stored) {
    for (KeyDefinition each : stored.definitions().all()) {
      if (each.state() != KeyDefinition.State.READABLE) {
        throw new IllegalStateException(
            "the key " + each.name() + " is " + each.state() + "; finish that first");
      }
    }
  }
}
