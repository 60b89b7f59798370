package dev.tenure.campaigns.globalindex;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.slot.SlotShards;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A move of the slot of one record, as the library's {@code Moves} makes it: it stores each phase,
 * waits until the phase is settled, moves the record, and sweeps the source.
 */
final class Mover {
  /** The phase whose lease a mover must keep. */
  static final int PHASE = 2;

  private static final int SOURCE = Stored.shardOf(Stored.MOVES);

  private final DataShard source;
  private final KnownSlots known;
  private final SlotShards moving;
  private final SlotShards sweeping;
  private final long client;
  private final Function<Request, CompletableFuture<Integer>> ask;
  private int copies;

  /**
   * @param client that the generations of copies have
   * @param ask goes on in time
   */
  Mover(
      Shards stores,
      KeyDefinitions keys,
      long client,
      Function<Request, CompletableFuture<Integer>> ask) {
    this.source = stores.data().get(SOURCE);
    this.known = new KnownSlots(stores, keys, PHASE);
    this.moving = known.snapshot().placed().orElseThrow();
    this.sweeping = new KnownSlots(stores, keys, PHASE + 1).snapshot().placed().orElseThrow();
    this.client = client;
    this.ask = ask;
  }

  void setFresh(boolean isFresh) {
    known.setFresh(isFresh);
  }

  CompletableFuture<OperationResult> run() {
    return from(0);
  }

  private CompletableFuture<OperationResult> from(int time) {
    CompletableFuture<?> done =
        time == Moved.SETTLED_MOVING || time == Moved.SETTLED_SWEEPING
            ? source.read(Stored.MOVES).thenCompose(read -> visit(read, time))
            : CompletableFuture.completedFuture(null);
    return done.thenCompose(
        visited ->
            time == Moved.SETTLED_SWEEPING
                ? CompletableFuture.completedFuture(OperationResult.of(OperationResult.Kind.DONE))
                : ask.apply(new Request.Advance(time)).thenCompose(this::from));
  }

  /** What a walk over the source does with the record that it meets. */
  private CompletableFuture<Void> visit(Optional<DataRecord> read, int time) {
    if (read.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return time == Moved.SETTLED_MOVING
        ? moving.move(SOURCE, Stored.MOVES, this::generation)
        : sweeping.sweep(SOURCE, read.get()).thenAccept(swept -> {});
  }

  private CompletableFuture<Generation> generation() {
    return CompletableFuture.completedFuture(new Generation(++copies, client));
  }
}
