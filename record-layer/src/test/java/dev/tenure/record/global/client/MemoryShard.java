package dev.tenure.record.global.client;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shard;
import dev.tenure.record.global.ShardDownException;
import dev.tenure.record.global.Versioned;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A shard in memory, which a test can take down. */
abstract class MemoryShard<K extends Comparable<K>, R extends Versioned<K>> implements Shard<K, R> {
  final TreeMap<K, R> stored = new TreeMap<>();
  boolean isDown;
  int calls;

  static final class Data extends MemoryShard<PrimaryKey, DataRecord> implements DataShard {
    private static final int SIZE_MAX = 10_000;

    Runnable afterFind = () -> {};

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
      int size = write.record().map(each -> each.value().size()).orElse(0);
      if (size > SIZE_MAX) {
        throw new IllegalArgumentException(
            "a value has " + size + " bytes, the limit is " + SIZE_MAX);
      }
      return super.write(write);
    }

    @Override
    public CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
      CompletableFuture<List<DataRecord>> found =
          answer(() -> stored.values().stream().filter(each -> each.owns(key)).toList());
      afterFind.run();
      return found;
    }
  }

  static final class Index extends MemoryShard<IndexKey, IndexRecord> implements IndexShard {
    private static final int LENGTH_MAX = 500;

    private static void check(IndexKey key) {
      int length = key.key().value().length();
      if (length > LENGTH_MAX) {
        throw new IllegalArgumentException(
            "a key has " + length + " characters, the limit is " + LENGTH_MAX);
      }
    }

    @Override
    public CompletableFuture<Optional<IndexRecord>> read(IndexKey key) {
      check(key);
      return super.read(key);
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<IndexKey, IndexRecord> write) {
      check(write.key());
      return super.write(write);
    }
  }

  <T> CompletableFuture<T> answer(Supplier<T> answer) {
    calls++;
    return isDown
        ? CompletableFuture.failedFuture(new ShardDownException("taken down", false, null))
        : CompletableFuture.completedFuture(answer.get());
  }

  @Override
  public CompletableFuture<Optional<R>> read(K key) {
    return answer(() -> Optional.ofNullable(stored.get(key)));
  }

  @Override
  public CompletableFuture<Boolean> write(ConditionalWrite<K, R> write) {
    return answer(
        () -> {
          if (!write.matches(Optional.ofNullable(stored.get(write.key())))) {
            return false;
          }
          write
              .record()
              .ifPresentOrElse(
                  record -> stored.put(write.key(), record), () -> stored.remove(write.key()));
          return true;
        });
  }

  @Override
  public CompletableFuture<List<R>> scan(@Nullable K after, int most) {
    return answer(
        () ->
            (after == null ? stored : stored.tailMap(after, false))
                .values().stream().limit(most).toList());
  }
}
