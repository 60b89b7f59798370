package dev.tenure.campaigns.globalindex;

import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.protocol.Cleaner;
import dev.tenure.record.global.protocol.IndexFill;
import dev.tenure.record.global.protocol.ShardHealth;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.slot.SlotShards;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A move of the slot of one record or of one key, as the library's {@code Moves} makes it: it
 * stores each phase, waits until the phase is settled, and does what the walks do with the record
 * or key.
 */
final class Mover {
  private static final int SWEEPING = 3;

  private final Mode mode;
  private final KnownSlots known;
  private final Map<Integer, Supplier<CompletableFuture<?>>> walks;
  private final Function<Request, CompletableFuture<Integer>> ask;

  private Mover(
      Mode mode,
      KnownSlots known,
      Map<Integer, Supplier<CompletableFuture<?>>> walks,
      Function<Request, CompletableFuture<Integer>> ask) {
    this.mode = mode;
    this.known = known;
    this.walks = walks;
    this.ask = ask;
  }

  /** The phase whose lease a mover must keep. */
  static int phase(Mode mode) {
    return mode == Mode.INDEX_MOVES ? 1 : 2;
  }

  /**
   * @param client that the generations of copies have
   * @param ask goes on in time
   */
  static Mover of(
      Mode mode,
      Shards stores,
      KeyDefinitions keys,
      long client,
      Function<Request, CompletableFuture<Integer>> ask) {
    KnownSlots known = new KnownSlots(mode, stores, keys, phase(mode));
    KnownSlots sweeping = new KnownSlots(mode, stores, keys, SWEEPING);
    return new Mover(
        mode,
        known,
        mode == Mode.INDEX_MOVES
            ? ofIndex(known, sweeping, keys)
            : ofData(stores, known, sweeping, client),
        ask);
  }

  private static Map<Integer, Supplier<CompletableFuture<?>>> ofData(
      Shards stores, KnownSlots known, KnownSlots sweeping, long client) {
    int place = Stored.shardOf(Stored.MOVES);
    DataShard source = stores.data().get(place);
    SlotShards moving = known.snapshot().placed().orElseThrow();
    SlotShards ended = sweeping.snapshot().placed().orElseThrow();
    AtomicInteger copies = new AtomicInteger();
    return Map.of(
        Moved.SETTLED_MOVING,
        () ->
            source
                .read(Stored.MOVES)
                .thenCompose(
                    read ->
                        read.isEmpty()
                            ? CompletableFuture.completedFuture(null)
                            : moving.move(
                                place,
                                Stored.MOVES,
                                () ->
                                    CompletableFuture.completedFuture(
                                        new Generation(copies.incrementAndGet(), client)))),
        Moved.SETTLED_SWEEPING,
        () ->
            source
                .read(Stored.MOVES)
                .thenCompose(
                    read ->
                        read.isEmpty()
                            ? CompletableFuture.completedFuture(false)
                            : ended.sweep(place, read.get())));
  }

  private static Map<Integer, Supplier<CompletableFuture<?>>> ofIndex(
      KnownSlots known, KnownSlots sweeping, KeyDefinitions keys) {
    IndexKey key = IndexKey.alternate(Stored.INDEX_MOVES);
    Steps filling = new Steps(known.snapshot().shards(), ShardHealth.unknown());
    Steps ended = new Steps(sweeping.snapshot().shards(), ShardHealth.unknown());
    return Map.of(
        Moved.SETTLED_FILLING,
        () ->
            filling
                .readIndex(0, key)
                .thenCompose(
                    read ->
                        read.isEmpty()
                            ? CompletableFuture.completedFuture(null)
                            : new IndexFill(filling, keys).fill(read.get())),
        Moved.SETTLED_SWEEPING,
        () ->
            ended
                .readIndex(0, key)
                .thenCompose(
                    read ->
                        read.isEmpty()
                            ? CompletableFuture.completedFuture(null)
                            : new Cleaner(ended).remove(0, read.get())));
  }

  void setFresh(boolean isFresh) {
    known.setFresh(isFresh);
  }

  CompletableFuture<OperationResult> run() {
    return from(0);
  }

  private CompletableFuture<OperationResult> from(int time) {
    Supplier<CompletableFuture<?>> walk =
        walks.getOrDefault(time, () -> CompletableFuture.completedFuture(null));
    return walk.get()
        .thenCompose(
            walked ->
                time == Moved.SETTLED_SWEEPING
                    ? CompletableFuture.completedFuture(
                        OperationResult.of(OperationResult.Kind.DONE))
                    : ask.apply(new Request.Advance(mode, time)).thenCompose(this::from));
  }
}
