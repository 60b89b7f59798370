package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.ShardDownException;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.SharedTransaction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The shards as one start of a client reaches them. A request takes effect at one instant between
 * its call and its answer, or, when the client has waited too long, later or never. After a crash
 * no answer arrives, but requests on their way still may.
 */
final class ShardConnection implements Executor {
  private static final long TIMEOUT_MICROS = 300_000;

  final int start;
  boolean isCrashed;

  /** Makes all that this client sends and gets slower. */
  int slowness = 1;

  private final HistoryWorld world;
  private final boolean isAtOnce;

  ShardConnection(HistoryWorld world, int start) {
    this(world, start, false);
  }

  private ShardConnection(HistoryWorld world, int start, boolean isAtOnce) {
    this.world = world;
    this.start = start;
    this.isAtOnce = isAtOnce;
  }

  /** A connection that answers at once, to store what a history begins with. */
  static ShardConnection atOnce(HistoryWorld world) {
    return new ShardConnection(world, 0, true);
  }

  Shards shards() {
    List<Data> data = new ArrayList<>();
    List<Index> index = new ArrayList<>();
    for (int i = 0; i < world.plan.dataShards(); i++) {
      data.add(new Data(i));
    }
    for (int i = 0; i < world.plan.indexShards(); i++) {
      index.add(new Index(i));
    }
    return Shards.hashed(data, index);
  }

  @Override
  public void execute(Runnable task) {
    after(
        world.random.nextInt(3_000),
        () -> {
          if (!isCrashed) {
            task.run();
          }
        });
  }

  private void after(long micros, Runnable task) {
    var unused = world.time.schedule(task, micros, TimeUnit.MICROSECONDS);
  }

  private long travel() {
    if (isFault(world.plan.faultRate())) {
      return world.random.nextInt(2_000_000);
    }
    int kind = world.random.nextInt(20);
    long micros = kind == 0 ? world.random.nextInt(100_000) : world.random.nextInt(200, 5_000);
    return world.isCalm ? micros : micros * slowness;
  }

  private boolean isLost() {
    return isFault(world.plan.faultRate() / 2);
  }

  private boolean isFault(double rate) {
    return !world.isCalm && world.random.nextDouble() < rate;
  }

  private <T> CompletableFuture<T> call(
      BitSet down, int shard, boolean isWrite, Supplier<T> effect) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    if (isAtOnce) {
      answer.complete(effect.get());
    }
    if (isAtOnce || isCrashed) {
      return answer;
    }
    if (!isLost()) {
      after(travel(), () -> arrive(down, shard, isWrite, effect, answer));
    }
    after(TIMEOUT_MICROS, () -> fail(answer, new ShardDownException("timeout", isWrite, null)));
    return answer;
  }

  private <T> void arrive(
      BitSet down, int shard, boolean isWrite, Supplier<T> effect, CompletableFuture<T> answer) {
    if (down.get(shard)) {
      if (world.random.nextBoolean()) {
        after(travel(), () -> fail(answer, new ShardDownException("refused", false, null)));
      }
      return;
    }
    if (isCrashed && world.random.nextBoolean()) {
      return;
    }
    if (isWrite && (isCrashed || answer.isDone())) {
      world.reached.note(isCrashed ? "arrived after a crash" : "arrived after a timeout");
    }
    T value = effect.get();
    if (!isLost()) {
      after(
          travel(),
          () -> {
            if (!isCrashed) {
              answer.complete(value);
            }
          });
    }
  }

  private void fail(CompletableFuture<?> answer, ShardDownException error) {
    if (!isCrashed) {
      answer.completeExceptionally(error);
    }
  }

  private static <K, R> List<R> page(NavigableMap<K, R> stored, @Nullable K after, int most) {
    return (after == null ? stored : stored.tailMap(after, false))
        .values().stream().limit(most).toList();
  }

  private final class Data implements DataShard {
    private final int number;

    Data(int number) {
      this.number = number;
    }

    @Override
    public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
      return call(
          world.dataDown,
          number,
          false,
          () -> Optional.ofNullable(world.contents.data(number).get(key)));
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
      return call(world.dataDown, number, true, () -> world.writeData(start, number, write));
    }

    @Override
    public CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
      world.reached.note("asked all shards");
      return call(
          world.dataDown,
          number,
          false,
          () ->
              world.contents.data(number).values().stream()
                  .filter(each -> each.owns(key))
                  .toList());
    }

    @Override
    public CompletableFuture<List<DataRecord>> scan(@Nullable PrimaryKey after, int most) {
      return call(
          world.dataDown, number, false, () -> page(world.contents.data(number), after, most));
    }

    @Override
    public Optional<SharedTransaction> sharedWith(IndexShard index) {
      return world.plan.shared() && ((Index) index).number == number
          ? Optional.of(
              (one, others) ->
                  call(
                      world.dataDown,
                      number,
                      true,
                      () -> world.writeBoth(start, number, one, others)))
          : Optional.empty();
    }
  }

  private final class Index implements IndexShard {
    private final int number;

    Index(int number) {
      this.number = number;
    }

    @Override
    public CompletableFuture<Optional<IndexRecord>> read(IndexKey key) {
      return call(
          world.indexDown,
          number,
          false,
          () -> Optional.ofNullable(world.contents.index(number).get(key)));
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<IndexKey, IndexRecord> write) {
      return call(world.indexDown, number, true, () -> world.writeIndex(start, number, write));
    }

    @Override
    public CompletableFuture<List<IndexRecord>> scan(@Nullable IndexKey after, int most) {
      return call(
          world.indexDown, number, false, () -> page(world.contents.index(number), after, most));
    }

    @Override
    public boolean replaces() {
      return world.plan.replaces();
    }
  }
}
