package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.global.move.MoveReport;
import dev.tenure.record.global.move.Moves;
import dev.tenure.record.global.settings.OldKeysException;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.WalkOptions;
import dev.tenure.record.global.upkeep.WalkPosition;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A slot move of data records that rests after its first record, while nothing else is under way:
 * clients then meet a move, and nobody whom they would have to give way.
 */
final class RestingMove {
  private static final int ATTEMPTS = 100;

  private final HistoryWorld world;
  private final Runnable untilIdle;
  private final ShardConnection connection;

  /**
   * @param untilIdle waits until nothing is under way
   */
  RestingMove(HistoryWorld world, int start, Runnable untilIdle) {
    this.world = world;
    this.untilIdle = untilIdle;
    this.connection = new ShardConnection(world, start);
  }

  /** Runs checks during the move, and then the rest of it. */
  void during(Runnable checks) {
    done(this::upkeep).map(Moves::new).filter(this::begins).ifPresent(moves -> run(moves, checks));
  }

  private CompletableFuture<Upkeep> upkeep() {
    return Upkeep.startStored(
        connection.shards(),
        world.time,
        () -> world.time.elapsed().toMillis(),
        world.time,
        world.random);
  }

  private void run(Moves moves, Runnable checks) {
    WalkOptions options = WalkOptions.defaults().withPage(1);
    Optional<WalkPosition> rest =
        done(() -> moves.run(options.withRecordsMax(1), told -> {}, Optional.empty()))
            .flatMap(MoveReport::position);
    if (rest.isEmpty()) {
      return;
    }
    world.reached.note("move at rest");
    checks.run();
    if (world.violation().isEmpty()) {
      done(() -> moves.run(options, told -> {}, rest));
    }
  }

  /** Spreads the records over all shards, or over the first one alone, if any slot then moves. */
  private boolean begins(Moves moves) {
    Set<Integer> all = new TreeSet<>(IntStream.range(0, world.plan.dataShards()).boxed().toList());
    return Stream.of(all, Set.of(0))
        .anyMatch(
            shards ->
                done(() -> moves.begin(slots -> slots.spread(shards)).handle((s, e) -> e == null))
                    .orElse(false));
  }

  /** A call that outlived the lease of the keys is made again. */
  private <T> Optional<T> done(Supplier<CompletableFuture<T>> call) {
    for (int attempt = 0; attempt < ATTEMPTS && world.violation().isEmpty(); attempt++) {
      CompletableFuture<T> made = AsyncLoop.begin(call);
      untilIdle.run();
      if (!made.isDone()) {
        world.violation("move: nothing is under way, and it does not end");
        return Optional.empty();
      }
      Optional<Throwable> error =
          made.handle((value, failure) -> Optional.ofNullable(failure)).join();
      if (error.isEmpty()) {
        return Optional.of(made.join());
      }
      if (!(OldKeysException.within(error.get()) instanceof OldKeysException)) {
        world.violation("move: nothing is under way, and it gives " + error.get());
      }
    }
    return Optional.empty();
  }
}
