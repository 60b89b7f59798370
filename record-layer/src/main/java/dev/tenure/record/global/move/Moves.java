package dev.tenure.record.global.move;

import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.slot.IndexSlots;
import dev.tenure.record.global.slot.SlotShards;
import dev.tenure.record.global.slot.Slots;
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
 * Splits and merges data shards and index shards by slot moves, while clients read and write. One
 * slot move is under way at a time:
 *
 * <pre>
 * begin      -> PREPARING -> MOVING, all records of the slots move -> SWEEPING -> STABLE
 * beginIndex -> FILLING, all keys of the slots get a second index record -> SWITCHED -> SWEEPING
 *            -> STABLE
 * </pre>
 *
 * <p>{@link #run} goes through the phases, and may be repeated and resumed. A slot move cannot go
 * back: to undo it, let it end, and move the slots to their former shards. Needs an {@link Upkeep}
 * that was started with stored keys.
 */
public final class Moves {
  /**
   * The number of leases for which each phase waits. One lease more than needed allows for clocks
   * of different speed.
   */
  private static final int LEASES = 2;

  private final Upkeep upkeep;

  public Moves(Upkeep upkeep) {
    this.upkeep = upkeep;
  }

  /**
   * Stores a table of slots that describes where the records already are, so no record moves. From
   * then on a process may have more data shards than the table names, listed behind the others.
   *
   * @throws IllegalArgumentException when the places are not those of {@code Shards.hashed}
   * @throws IllegalStateException when there are slots already
   */
  public CompletableFuture<StoredKeys> adopt() {
    Slots slots = Slots.of(upkeep.stores());
    return StoredKeys.require(upkeep.home())
        .thenCompose(
            stored -> {
              requireAbsent(stored.slots());
              return stored.change(upkeep.home(), slots, stored.index());
            });
  }

  /**
   * As {@link #adopt}, for index records. If data records have no slots yet, it stores theirs, too.
   */
  public CompletableFuture<StoredKeys> adoptIndex() {
    IndexSlots index = IndexSlots.of(upkeep.stores());
    return StoredKeys.require(upkeep.home())
        .thenCompose(
            stored -> {
              requireAbsent(stored.index());
              stored.requireStable();
              Slots slots = stored.slots().orElseGet(() -> Slots.of(upkeep.stores()));
              return stored.change(upkeep.home(), slots, Optional.of(index));
            });
  }

  private static void requireAbsent(Optional<?> slots) {
    if (slots.isPresent()) {
      throw new IllegalStateException("slots are stored already");
    }
  }

  /**
   * Begins a slot move of data records. {@link #run} carries it out.
   *
   * @param change such as {@code slots -> slots.spread(List.of(0, 1, 2))}, which splits shards when
   *     it names more shards than before, and merges shards when it names fewer
   * @throws IllegalStateException without slots, while another slot move is under way, or while a
   *     key is being added or dropped
   * @return fails with METADATA_NEWER when this process lacks one of the shards
   */
  public CompletableFuture<StoredKeys> begin(UnaryOperator<Slots> change) {
    return StoredKeys.require(upkeep.home())
        .thenCompose(
            stored -> {
              Slots before = require(stored.slots());
              requireNoChange(stored);
              Slots after = change.apply(before);
              after.require(upkeep.stores());
              return stored.change(
                  upkeep.home(),
                  after.with(stored.version() + 1, Slots.Phase.PREPARING),
                  stored.index());
            });
  }

  /**
   * As {@link #begin}, for index records.
   *
   * @throws IllegalStateException as {@link #begin}, and when an index shard does not replace a
   *     record in one step
   */
  public CompletableFuture<StoredKeys> beginIndex(UnaryOperator<IndexSlots> change) {
    if (!upkeep.stores().index().stream().allMatch(IndexShard::replaces)) {
      throw new IllegalStateException(
          "index records can move only where each index shard replaces a record in one step");
    }
    return StoredKeys.require(upkeep.home())
        .thenCompose(
            stored -> {
              IndexSlots before = require(stored.index());
              requireNoChange(stored);
              IndexSlots after = change.apply(before);
              after.require(upkeep.stores());
              return stored.change(upkeep.home(), require(stored.slots()), Optional.of(after));
            });
  }

  /**
   * Carries out the slot move that is under way, or the rest of it.
   *
   * @param from the position at which an earlier run ended, or the last one that its listener
   *     received; a position of an earlier phase is ignored
   * @throws IllegalStateException when no slot move is under way
   * @return fails with SHARD_DOWN, with CONFLICT when another run was faster, or with
   *     CONTINUATION_REFUSED; repeat a run that failed
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
            stored ->
                walk(stored, options, listener, from, moved)
                    .thenCompose(
                        rest ->
                            rest.isPresent()
                                ? report(moved, rest)
                                : end(stored)
                                    .thenCompose(
                                        next ->
                                            isStable(next)
                                                ? report(moved, rest)
                                                : run(options, listener, from, moved))));
  }

  private static boolean isStable(StoredKeys stored) {
    return stored.slots().stream().allMatch(each -> each.phase() == Slots.Phase.STABLE)
        && !isIndexMove(stored);
  }

  private static boolean isIndexMove(StoredKeys stored) {
    return stored.index().filter(each -> each.phase() != IndexSlots.Phase.STABLE).isPresent();
  }

  /**
   * The walk of the present phase; gives empty when it is complete, or when the phase has no walk.
   */
  private CompletableFuture<Optional<WalkPosition>> walk(
      StoredKeys stored,
      WalkOptions options,
      Consumer<WalkProgress> listener,
      Optional<WalkPosition> from,
      AtomicLong moved) {
    Slots slots = require(stored.slots());
    String kind =
        isIndexMove(stored)
            ? "index-" + require(stored.index()).phase() + "-" + stored.version()
            : slots.phase() + "-" + slots.id();
    Walk walk = new Walk(upkeep, kind, options, listener);
    boolean walks =
        isIndexMove(stored)
            ? MoveWalks.ofIndex(walk, require(stored.index()), moved)
            : MoveWalks.ofData(walk, slots, upkeep::generation, moved);
    return walks
        ? walk.run(from.filter(position -> position.kind().equals(kind)))
        : CompletableFuture.completedFuture(Optional.empty());
  }

  /** Waits until no client uses slots from before the present phase. */
  private CompletableFuture<StoredKeys> begin() {
    return StoredKeys.require(upkeep.home())
        .thenCompose(
            stored -> {
              require(stored.slots());
              if (isStable(stored)) {
                throw new IllegalStateException("no move of slots is under way");
              }
              return upkeep
                  .pause(stored.lease().multipliedBy(LEASES))
                  .thenCompose(passed -> upkeep.protocol())
                  .thenApply(
                      protocol -> {
                        SlotShards placed = MoveWalks.placed(protocol);
                        if (!Optional.of(placed.slots()).equals(stored.slots())
                            || !placed.index().equals(stored.index())) {
                          throw new GlobalIndexException(
                              Reason.CONFLICT, "another run has changed the slots meanwhile");
                        }
                        return stored;
                      });
            });
  }

  private CompletableFuture<StoredKeys> end(StoredKeys stored) {
    Slots slots = require(stored.slots());
    return isIndexMove(stored)
        ? stored.change(upkeep.home(), slots, stored.index().map(IndexSlots::next))
        : stored.change(
            upkeep.home(), slots.with(slots.id(), slots.phase().next()), stored.index());
  }

  private static CompletableFuture<MoveReport> report(
      AtomicLong moved, Optional<WalkPosition> rest) {
    return CompletableFuture.completedFuture(new MoveReport(moved.get(), rest));
  }

  private static <T> T require(Optional<T> slots) {
    return slots.orElseThrow(
        () -> new IllegalStateException("no slots are stored; Moves.adopt stores them"));
  }

  private static void requireNoChange(StoredKeys stored) {
    stored.requireStable();
    for (KeyDefinition each : stored.definitions().all()) {
      if (each.state() != KeyDefinition.State.READABLE) {
        throw new IllegalStateException(
            "the key " + each.name() + " is " + each.state() + "; end that change first");
      }
    }
  }
}
