package dev.tenure.bench.global;

import dev.tenure.bench.fleet.Latency;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shard;
import dev.tenure.record.global.SharedTransaction;
import dev.tenure.record.global.Versioned;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A shard in memory, whose requests a modelled server serves. */
abstract class ModelledShard<K, R extends Versioned<K>> implements Shard<K, R> {
  private final Map<K, R> stored = new HashMap<>();
  private final Server server;
  private boolean down;

  private ModelledShard(Server server) {
    this.server = server;
  }

  void setDown(boolean isDown) {
    down = isDown;
  }

  Collection<R> records() {
    return stored.values();
  }

  Optional<R> get(K key) {
    return Optional.ofNullable(stored.get(key));
  }

  final ShardTimes times() {
    return server.times();
  }

  final <T> CompletableFuture<T> serve(int localKeys, Latency after, Supplier<T> action) {
    return down ? server.refuse() : server.serve(localKeys, after, action);
  }

  @Override
  public CompletableFuture<Boolean> write(ConditionalWrite<K, R> write) {
    return serve(localKeys(write), times().write(), () -> write.matches(apply(write)));
  }

  /**
   * The number of entries that a write adds to the local index, computed from the stored record
   * when the write is sent.
   */
  int localKeys(ConditionalWrite<K, R> write) {
    return 0;
  }

  /** Writes if the condition holds. Returns the record that was stored before. */
  Optional<R> apply(ConditionalWrite<K, R> write) {
    Optional<R> before = get(write.key());
    if (write.matches(before)) {
      write
          .record()
          .ifPresentOrElse(
              record -> stored.put(write.key(), record), () -> stored.remove(write.key()));
      changed(before, write.record());
    }
    return before;
  }

  void changed(Optional<R> before, Optional<R> after) {}

  /** Index records. */
  static final class Index extends ModelledShard<IndexKey, IndexRecord> implements IndexShard {
    Index(Server server) {
      super(server);
    }

    @Override
    public CompletableFuture<Optional<IndexRecord>> read(IndexKey key) {
      return serve(0, times().readEntry(), () -> get(key));
    }
  }

  /** Data records, with a local index if there is one. */
  static final class Data extends ModelledShard<PrimaryKey, DataRecord> implements DataShard {
    private final boolean localIndex;
    private final Map<SecondaryKey, PrimaryKey> owners = new HashMap<>();

    Data(Server server, boolean localIndex) {
      super(server);
      this.localIndex = localIndex;
    }

    @Override
    public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
      return serve(0, times().readRecord(), () -> get(key));
    }

    @Override
    public CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
      if (!localIndex) {
        return DataShard.super.find(key);
      }
      return serve(0, times().readRecord(), () -> owner(key).flatMap(this::get).stream().toList());
    }

    /** A transaction that writes a record and entries of a unique index in one request. */
    SharedTransaction together(Index entries) {
      return (write, index) ->
          serve(
              (int) index.stream().filter(each -> each.record().isPresent()).count(),
              times().write(),
              () -> {
                boolean holds =
                    write.matches(get(write.key()))
                        && index.stream().allMatch(each -> each.matches(entries.get(each.key())));
                if (holds) {
                  apply(write);
                  index.forEach(entries::apply);
                }
                return holds;
              });
    }

    private Optional<PrimaryKey> owner(SecondaryKey key) {
      return Optional.ofNullable(owners.get(key));
    }

    @Override
    int localKeys(ConditionalWrite<PrimaryKey, DataRecord> write) {
      if (!localIndex || write.record().isEmpty()) {
        return 0;
      }
      Set<SecondaryKey> added = new HashSet<>(write.record().get().keys());
      get(write.key()).ifPresent(before -> added.removeAll(before.keys()));
      return added.size();
    }

    @Override
    void changed(Optional<DataRecord> before, Optional<DataRecord> after) {
      if (localIndex) {
        before.ifPresent(record -> record.keys().forEach(key -> owners.remove(key, record.key())));
        after.ifPresent(record -> record.keys().forEach(key -> owners.put(key, record.key())));
      }
    }
  }
}
