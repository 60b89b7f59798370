package dev.tenure.queue.directory;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.ShardDownException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The life of one process. Each write of a shard and each commit is a step; the process dies in one
 * of them, before or after it takes effect, and then nothing that it began ends well.
 */
final class Life {
  private int lastStep;
  private final boolean lastTakesEffect;
  private int steps;
  private int reads;
  private int rowReads;
  private int shardCalls;
  private int shardsDownAt = Integer.MAX_VALUE;
  private boolean lastCallTakesEffect;
  private @Nullable CompletableFuture<Void> gate;
  private int gateAt;
  private int unknownAt = -1;
  private Runnable beforeWrites = () -> {};
  private final Set<String> unreachable = new HashSet<>();

  private Life(int lastStep, boolean lastTakesEffect) {
    this.lastStep = lastStep;
    this.lastTakesEffect = lastTakesEffect;
  }

  static Life endless() {
    return new Life(Integer.MAX_VALUE, false);
  }

  static Life until(int lastStep, boolean lastTakesEffect) {
    return new Life(lastStep, lastTakesEffect);
  }

  /** The process dies now. */
  void die() {
    dieAfter(0);
  }

  /** The process dies in the step with this number, counted from now. */
  void dieAfter(int more) {
    lastStep = steps + more;
  }

  boolean isOver() {
    return steps >= lastStep;
  }

  /** The process does not reach a cluster any more; its shards of the directory answer. */
  void cutOff(String cluster) {
    unreachable.add(cluster);
  }

  /** How many writes there were. */
  int steps() {
    return steps;
  }

  /** How many reads of shards there were. */
  int reads() {
    return reads;
  }

  /** How many reads of keys and ranges of clusters there were. */
  int rowReads() {
    return rowReads;
  }

  /** Holds the step with this number up, counted from now. */
  CompletableFuture<Void> hold(int step) {
    gateAt = steps + step;
    gate = new CompletableFuture<>();
    return gate;
  }

  /** Something that others do before each step. */
  void beforeWrites(Runnable others) {
    beforeWrites = others;
  }

  /** The next step takes effect, and answers that its result is not known. */
  void nextIsUnknown() {
    unknownAt = steps + 1;
  }

  /**
   * The shards answer {@code calls} more calls, and then none until {@link #shardsUp}.
   *
   * @param takesEffect whether the first call without an answer takes effect, if it is a write
   */
  void shardsDownAfter(int calls, boolean takesEffect) {
    shardsDownAt = shardCalls + calls;
    lastCallTakesEffect = takesEffect;
  }

  /** Whether a call was not answered. */
  boolean shardsUp() {
    boolean unanswered = shardCalls > shardsDownAt;
    shardsDownAt = Integer.MAX_VALUE;
    return unanswered;
  }

  private <T> CompletableFuture<T> shardRead(Supplier<CompletableFuture<T>> read) {
    return shardCalls++ < shardsDownAt ? read(read) : down(false);
  }

  private <T> CompletableFuture<T> shardWrite(Supplier<CompletableFuture<T>> write) {
    int call = shardCalls++;
    if (call < shardsDownAt) {
      return write(write);
    }
    return call == shardsDownAt && lastCallTakesEffect
        ? write(write).thenCompose(done -> down(true))
        : down(call == shardsDownAt);
  }

  private static <T> CompletableFuture<T> down(boolean maybeWritten) {
    return CompletableFuture.failedFuture(new ShardDownException("taken down", maybeWritten, null));
  }

  /** Whether a step is held up now. */
  boolean isHeld() {
    CompletableFuture<Void> held = gate;
    return held != null && steps >= gateAt && !held.isDone();
  }

  private <T> CompletableFuture<T> read(Supplier<CompletableFuture<T>> read) {
    reads++;
    return isOver() ? dead() : read.get();
  }

  private <T> CompletableFuture<T> write(Supplier<CompletableFuture<T>> write) {
    if (isOver()) {
      return dead();
    }
    beforeWrites.run();
    steps++;
    CompletableFuture<Void> held = gate;
    if (held != null && steps == gateAt) {
      return held.thenCompose(open -> write.get());
    }
    if (steps == unknownAt) {
      return write.get().thenCompose(done -> unknown());
    }
    if (!isOver()) {
      return write.get();
    }
    return lastTakesEffect ? write.get().thenCompose(done -> dead()) : dead();
  }

  private static <T> CompletableFuture<T> dead() {
    return CompletableFuture.failedFuture(new IllegalStateException("the process has died"));
  }

  private static <T> CompletableFuture<T> unknown() {
    return CompletableFuture.failedFuture(
        new FDBException("planted", FdbErrorPredicates.COMMIT_UNKNOWN_RESULT));
  }

  /** The database of a cluster as this process sees it. */
  Database database(String cluster, Database engine) {
    return around(cluster, Database.class, engine);
  }

  private <T> T around(String cluster, Class<T> type, T below) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (unreachable.contains(cluster)
                  && CompletableFuture.class.equals(method.getReturnType())) {
                return CompletableFuture.failedFuture(
                    new IllegalStateException("cluster " + cluster + " is not reached"));
              }
              if (method.getName().equals("commit")) {
                return write(
                    () -> {
                      @SuppressWarnings("unchecked")
                      CompletableFuture<Object> done =
                          (CompletableFuture<Object>)
                              Objects.requireNonNull(call(method, below, arguments));
                      return done;
                    });
              }
              if (method.getName().equals("get") || method.getName().equals("getRange")) {
                rowReads++;
              }
              if (isOver() && CompletableFuture.class.equals(method.getReturnType())) {
                return dead();
              }
              Object result = call(method, below, arguments);
              if (result instanceof Transaction transaction) {
                return around(cluster, Transaction.class, transaction);
              }
              return result instanceof ReadTransaction snapshot
                  ? around(cluster, ReadTransaction.class, snapshot)
                  : result;
            }));
  }

  private static @Nullable Object call(Method method, Object below, Object @Nullable [] arguments) {
    try {
      return method.invoke(below, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A data shard as this process sees it. */
  DataShard data(DataShard below) {
    return new DataShard() {
      @Override
      public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
        return shardRead(() -> below.read(key));
      }

      @Override
      public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
        return shardWrite(() -> below.write(write));
      }

      @Override
      public CompletableFuture<List<DataRecord>> scan(@Nullable PrimaryKey after, int most) {
        return shardRead(() -> below.scan(after, most));
      }

      @Override
      public CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
        return shardRead(() -> below.find(key));
      }
    };
  }

  /** An index shard as this process sees it. */
  IndexShard index(IndexShard below) {
    return new IndexShard() {
      @Override
      public CompletableFuture<Optional<IndexRecord>> read(IndexKey key) {
        return shardRead(() -> below.read(key));
      }

      @Override
      public CompletableFuture<Boolean> write(ConditionalWrite<IndexKey, IndexRecord> write) {
        return shardWrite(() -> below.write(write));
      }

      @Override
      public CompletableFuture<List<IndexRecord>> scan(@Nullable IndexKey after, int most) {
        return shardRead(() -> below.scan(after, most));
      }
    };
  }
}
