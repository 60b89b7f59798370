package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.ShardDownException;
import dev.tenure.record.global.move.MoveReport;
import dev.tenure.record.global.move.Moves;
import dev.tenure.record.global.settings.OldKeysException;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.WalkOptions;
import dev.tenure.record.global.upkeep.WalkPosition;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A machine that splits and merges shards, one move after the other, while clients use them. A move
 * that fails is repeated. A crashed machine starts again, and continues from the last position that
 * it has noted, or begins the phase anew.
 */
final class ShardMover {
  private static final int CALM_ATTEMPTS = 100;
  private static final int SHARDS_MAX = 4;

  private final HistoryWorld world;
  private final SlotMovePlan plan;
  private final IntSupplier starts;
  private final BooleanSupplier isOver;
  private @Nullable ShardConnection connection;
  private Optional<WalkPosition> position = Optional.empty();
  private boolean isMoving;
  private int calmAttempts;

  /**
   * @param starts numbers the starts of processes
   * @param isOver whether no further move begins
   */
  ShardMover(HistoryWorld world, SlotMovePlan plan, IntSupplier starts, BooleanSupplier isOver) {
    this.world = world;
    this.plan = plan;
    this.starts = starts;
    this.isOver = isOver;
  }

  void start() {
    ShardConnection own = new ShardConnection(world, starts.getAsInt());
    connection = own;
    world.trace("start " + own.start + ", a mover");
    var unused =
        Upkeep.startStored(
                own.shards(),
                world.time,
                () -> world.time.elapsed().toMillis(),
                world.time,
                world.random)
            .whenComplete(
                (upkeep, error) -> {
                  if (error == null) {
                    run(own, new Moves(upkeep));
                  } else {
                    again(own, error, this::start);
                  }
                });
  }

  /** A fault of the machine: it crashes and starts again, or becomes slow for a while. */
  void fault() {
    ShardConnection own = connection;
    if (own == null || own.isCrashed) {
      return;
    }
    if (world.random.nextBoolean()) {
      own.slowness = world.random.nextInt(3) == 0 ? 30 : 1;
      return;
    }
    own.isCrashed = true;
    world.trace("start " + own.start + " crashes");
    if (isMoving) {
      world.reached.note("crash in a move");
    }
    isMoving = false;
    if (world.random.nextBoolean()) {
      position = Optional.empty();
    }
    after(world.random.nextInt(100_000), this::start);
  }

  private void run(ShardConnection own, Moves moves) {
    if (own.isCrashed) {
      return;
    }
    isMoving = true;
    WalkOptions options = WalkOptions.defaults().withPage(plan.page());
    if (position.isPresent()) {
      world.reached.note("move resumed");
    }
    var unused =
        moves
            .run(options, progress -> position = Optional.of(progress.position()), position)
            .whenComplete((report, error) -> ended(own, moves, report, error));
  }

  private void ended(
      ShardConnection own, Moves moves, @Nullable MoveReport report, @Nullable Throwable error) {
    isMoving = false;
    if (error == null) {
      long moved = report == null ? 0 : report.moved();
      world.trace(own.start + " has ended a move of " + moved);
      world.reached.note(moved > 0 ? "move done" : "move of nothing done");
      begin(own, moves);
    } else if (FdbErrorPredicates.unwrap(error) instanceof IllegalStateException) {
      begin(own, moves);
    } else {
      again(own, error, () -> run(own, moves));
    }
  }

  private void begin(ShardConnection own, Moves moves) {
    if (isOver.getAsBoolean()) {
      return;
    }
    boolean isOfIndex = world.plan.replaces() && world.random.nextBoolean();
    Set<Integer> shards = drawn(isOfIndex ? world.plan.indexShards() : world.plan.dataShards());
    world.trace(own.start + " spreads " + (isOfIndex ? "keys" : "records") + " over " + shards);
    CompletableFuture<StoredKeys> begun =
        isOfIndex
            ? moves.beginIndex(slots -> slots.spread(shards))
            : moves.begin(slots -> slots.spread(shards));
    var unused =
        begun.whenComplete(
            (stored, error) -> {
              if (error == null) {
                world.reached.note(isOfIndex ? "keys begin to move" : "records begin to move");
                position = Optional.empty();
                run(own, moves);
              } else {
                again(own, error, () -> run(own, moves));
              }
            });
  }

  private Set<Integer> drawn(int shards) {
    Set<Integer> drawn = new TreeSet<>();
    int most = 1 + world.random.nextInt(Math.min(SHARDS_MAX, shards));
    while (drawn.size() < most) {
      drawn.add(world.random.nextInt(shards));
    }
    return drawn;
  }

  private void again(ShardConnection own, Throwable error, Runnable task) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    world.trace(own.start + " fails: " + plain);
    if (plain instanceof RecordLayerException refused
        && refused.code() == Code.CONTINUATION_REFUSED) {
      position = Optional.empty();
    } else if (!isExpected(plain)) {
      world.violation("an error without a type: a move gives " + plain);
    }
    if (isOver.getAsBoolean()) {
      own.slowness = 1; // a machine that is slower than the lease would never end its move
    }
    if (world.isCalm && ++calmAttempts > CALM_ATTEMPTS) {
      world.violation("move: nothing is under way, and it does not end");
      return;
    }
    after(
        world.random.nextInt(50_000),
        () -> {
          if (!own.isCrashed) {
            task.run();
          }
        });
  }

  /**
   * No slots that would move, another move that is under way, a conflict, a shard that is down, or
   * a lease that is over.
   */
  private static boolean isExpected(Throwable error) {
    return error instanceof IllegalArgumentException
        || error instanceof IllegalStateException
        || error instanceof ShardDownException
        || error instanceof OldKeysException
        || (error instanceof GlobalIndexException own && (own.retryable() || own.maybeCommitted()));
  }

  private void after(int micros, Runnable task) {
    var unused = world.time.schedule(task, micros, TimeUnit.MICROSECONDS);
  }
}
