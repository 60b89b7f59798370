package dev.tenure.record.global.upkeep;

import com.google.protobuf.ByteString;
import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shard;
import dev.tenure.record.global.ShardDownException;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.Versioned;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.protocol.Content;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Shards in memory. Each call takes effect when a task of the virtual time runs, and is answered by
 * a later task: with a random order of tasks, calls of many clients interleave in any way.
 */
public final class LateShards {
  public final VirtualTime time;
  public final List<Data> data;
  public final List<Index> index;

  public LateShards(VirtualTime time, int dataShards, int indexShards) {
    this.time = time;
    this.data = IntStream.range(0, dataShards).mapToObj(each -> new Data()).toList();
    this.index = IntStream.range(0, indexShards).mapToObj(each -> new Index()).toList();
  }

  /** How many calls a process still makes before it crashes. */
  public static final class Life {
    private int calls;
    private final IntSupplier delay;

    public Life(int calls) {
      this(calls, () -> 0);
    }

    /**
     * @param delay gives how many milliseconds it takes until a call takes effect, and as many
     *     until it is answered
     */
    public Life(int calls, IntSupplier delay) {
      this.calls = calls;
      this.delay = delay;
    }

    public static Life endless() {
      return new Life(Integer.MAX_VALUE);
    }

    public void crashAfter(int more) {
      calls = more;
    }

    public boolean isOver() {
      return calls <= 0;
    }
  }

  /** What is stored in one shard. */
  public abstract static class Store<K extends Comparable<K>, R extends Versioned<K>> {
    public final TreeMap<K, R> stored = new TreeMap<>();
    public boolean isDown;
  }

  /** What is stored in a data shard. */
  public static final class Data extends Store<PrimaryKey, DataRecord> {}

  /** What is stored in an index shard. */
  public static final class Index extends Store<IndexKey, IndexRecord> {}

  /** The shards as one process calls them. */
  public Shards calledBy(Life life) {
    return Shards.hashed(dataOf(life), indexOf(life));
  }

  public List<DataShard> dataOf(Life life) {
    return data.stream().<DataShard>map(each -> new LateData(each, life)).toList();
  }

  public List<IndexShard> indexOf(Life life) {
    return index.stream().<IndexShard>map(each -> new LateIndex(each, life)).toList();
  }

  public Upkeep upkeep(KeyDefinitions keys, Life life) {
    return time.join(Upkeep.start(calledBy(life), keys, time, time, new Random(1)));
  }

  public GlobalIndex client(KeyDefinitions keys, GlobalIndexOptions options, Life life) {
    return time.join(GlobalIndex.start(calledBy(life), keys, time, time, options));
  }

  public Upkeep storedUpkeep(Life life) {
    return time.join(Upkeep.startStored(calledBy(life), time, time::millis, time, new Random(1)));
  }

  /** A client of a process whose code knows some keys; the stored ones are in force. */
  public GlobalIndex storedClient(KeyDefinitions known, Life life) {
    return time.join(
        GlobalIndex.startStored(
            calledBy(life), known, time, time::millis, time, GlobalIndexOptions.defaults()));
  }

  /** All records of applications, dummies included. */
  public List<DataRecord> records() {
    return data.stream()
        .map(each -> each.stored.values())
        .flatMap(Collection::stream)
        .filter(each -> !each.key().isReserved())
        .toList();
  }

  public List<IndexRecord> entries() {
    List<IndexRecord> entries = new ArrayList<>();
    index.forEach(each -> entries.addAll(each.stored.values()));
    return entries;
  }

  public static Content content(String value, SecondaryKey... keys) {
    return new Content(Set.of(keys), ByteString.copyFromUtf8(value));
  }

  private class Late<K extends Comparable<K>, R extends Versioned<K>> implements Shard<K, R> {
    final Store<K, R> store;
    private final Life life;

    Late(Store<K, R> store, Life life) {
      this.store = store;
      this.life = life;
    }

    <T> CompletableFuture<T> answer(Supplier<T> answer) {
      CompletableFuture<T> answered = new CompletableFuture<>();
      if (life.calls-- > 0) {
        later(() -> takeEffect(answer, answered));
      }
      return answered;
    }

    private void later(Runnable task) {
      int delay = life.delay.getAsInt();
      if (delay == 0) {
        time.execute(task);
      } else {
        var unused = time.schedule(task, delay, TimeUnit.MILLISECONDS);
      }
    }

    private <T> void takeEffect(Supplier<T> answer, CompletableFuture<T> answered) {
      if (store.isDown) {
        answered.completeExceptionally(new ShardDownException("taken down", false, null));
        return;
      }
      T value = answer.get();
      later(
          () -> {
            if (!life.isOver()) {
              answered.complete(value);
            }
          });
    }

    @Override
    public CompletableFuture<Optional<R>> read(K key) {
      return answer(() -> Optional.ofNullable(store.stored.get(key)));
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<K, R> write) {
      return answer(
          () -> {
            if (!write.matches(Optional.ofNullable(store.stored.get(write.key())))) {
              return false;
            }
            write
                .record()
                .ifPresentOrElse(
                    record -> store.stored.put(write.key(), record),
                    () -> store.stored.remove(write.key()));
            return true;
          });
    }

    @Override
    public CompletableFuture<List<R>> scan(@Nullable K after, int most) {
      return answer(
          () ->
              (after == null ? store.stored : store.stored.tailMap(after, false))
                  .values().stream().limit(most).toList());
    }
  }

  private final class LateData extends Late<PrimaryKey, DataRecord> implements DataShard {
    LateData(Data store, Life life) {
      super(store, life);
    }

    @Override
    public CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
      return answer(() -> store.stored.values().stream().filter(each -> each.owns(key)).toList());
    }
  }

  private final class LateIndex extends Late<IndexKey, IndexRecord> implements IndexShard {
    LateIndex(Index store, Life life) {
      super(store, life);
    }
  }
}
