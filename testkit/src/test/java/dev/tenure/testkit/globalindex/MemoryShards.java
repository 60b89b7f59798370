package dev.tenure.testkit.globalindex;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shard;
import dev.tenure.record.global.SharedTransaction;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.Versioned;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Shards in memory, correct or with one fault. */
final class MemoryShards {
  enum Fault {
    NONE,
    INSERT_OVERWRITES,
    COUNT_ALONE_IS_COMPARED,
    DELETE_HAS_NO_CONDITION,
    CHECK_AND_WRITE_ARE_APART,
    WRITE_THAT_TOOK_PLACE_GIVES_FALSE,
    CONFLICT_GIVES_FALSE,
    SCAN_HAS_THE_ORDER_OF_STRINGS,
    KEY_PARTS_ARE_JOINED_BY_A_COLON,
    LOCAL_INDEX_KEEPS_OLD_KEYS,
    LOCAL_INDEX_LEAVES_OUT_MARKED_KEYS,
    SHARED_TRANSACTION_WRITES_ONE_BY_ONE,
    READ_GIVES_A_CACHED_RECORD,
    INDEX_COUNT_ALONE_IS_COMPARED,
    INDEX_CHECK_AND_REPLACE_ARE_APART,
    INDEX_CHECK_AND_DELETE_ARE_APART,
    INDEX_STORES_NO_CLIENT
  }

  private final Fault fault;
  private final Object lock = new Object();
  private int conflicts;

  MemoryShards(Fault fault) {
    this.fault = fault;
  }

  Data data() {
    return new Data();
  }

  Index index() {
    return new Index();
  }

  private abstract class Table<K extends Comparable<K>, R extends Versioned<K>>
      implements Shard<K, R> {
    final Map<String, R> stored = new TreeMap<>();
    final Map<K, R> cached = new TreeMap<>();

    abstract String place(K key);

    abstract String text(K key);

    boolean holds(ConditionalWrite<K, R> write) {
      Optional<R> old = Optional.ofNullable(stored.get(place(write.key())));
      return switch (fault) {
        case INSERT_OVERWRITES -> write.expected().isEmpty() || write.matches(old);
        case COUNT_ALONE_IS_COMPARED -> hasCount(write, old);
        case DELETE_HAS_NO_CONDITION ->
            write.record().isEmpty() ? old.isPresent() : write.matches(old);
        default -> write.matches(old);
      };
    }

    boolean hasCount(ConditionalWrite<K, R> write, Optional<R> old) {
      return write
          .expected()
          .map(each -> each.count())
          .equals(old.map(each -> each.version().count()));
    }

    boolean isCheckedApart(ConditionalWrite<K, R> write) {
      return fault == Fault.CHECK_AND_WRITE_ARE_APART;
    }

    void make(ConditionalWrite<K, R> write) {
      write
          .record()
          .ifPresentOrElse(
              record -> stored.put(place(write.key()), record),
              () -> stored.remove(place(write.key())));
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<K, R> write) {
      if (isCheckedApart(write)) {
        synchronized (lock) {
          if (!holds(write)) {
            return CompletableFuture.completedFuture(false);
          }
        }
        return CompletableFuture.supplyAsync(
            () -> {
              synchronized (lock) {
                make(write);
                return true;
              }
            },
            CompletableFuture.delayedExecutor(2, java.util.concurrent.TimeUnit.MILLISECONDS));
      }
      synchronized (lock) {
        boolean conflict = fault == Fault.CONFLICT_GIVES_FALSE && ++conflicts % 50 == 0;
        boolean holds = !conflict && holds(write);
        if (holds) {
          make(write);
        }
        boolean told = holds && fault != Fault.WRITE_THAT_TOOK_PLACE_GIVES_FALSE;
        return CompletableFuture.completedFuture(told);
      }
    }

    @Override
    public CompletableFuture<Optional<R>> read(K key) {
      synchronized (lock) {
        R now = stored.get(place(key));
        if (fault == Fault.READ_GIVES_A_CACHED_RECORD && now != null) {
          return CompletableFuture.completedFuture(
              Optional.of(cached.computeIfAbsent(key, each -> now)));
        }
        return CompletableFuture.completedFuture(Optional.ofNullable(now));
      }
    }

    @Override
    public CompletableFuture<List<R>> scan(@Nullable K after, int most) {
      Comparator<K> order =
          fault == Fault.SCAN_HAS_THE_ORDER_OF_STRINGS
              ? Comparator.comparing(this::text)
              : Comparator.naturalOrder();
      synchronized (lock) {
        return CompletableFuture.completedFuture(
            stored.values().stream()
                .filter(each -> after == null || order.compare(each.key(), after) > 0)
                .sorted(Comparator.comparing((Function<R, K>) Versioned::key, order))
                .limit(most)
                .toList());
      }
    }
  }

  final class Data extends Table<PrimaryKey, DataRecord> implements DataShard {
    private final List<DataRecord> old = new ArrayList<>();

    @Override
    String place(PrimaryKey key) {
      return key.value();
    }

    @Override
    String text(PrimaryKey key) {
      return key.value();
    }

    @Override
    void make(ConditionalWrite<PrimaryKey, DataRecord> write) {
      Optional.ofNullable(stored.get(place(write.key()))).ifPresent(old::add);
      super.make(write);
    }

    @Override
    public CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
      synchronized (lock) {
        List<DataRecord> all = new ArrayList<>(stored.values());
        if (fault == Fault.LOCAL_INDEX_KEEPS_OLD_KEYS) {
          all.addAll(old);
        }
        return CompletableFuture.completedFuture(
            all.stream().filter(each -> each.owns(key) && !isLeftOut(each, key)).toList());
      }
    }

    private boolean isLeftOut(DataRecord record, SecondaryKey key) {
      return fault == Fault.LOCAL_INDEX_LEAVES_OUT_MARKED_KEYS && record.unindexed().contains(key);
    }

    @Override
    public Optional<SharedTransaction> sharedWith(IndexShard index) {
      return index instanceof Index other
          ? Optional.of((data, entries) -> write(other, data, entries))
          : Optional.empty();
    }

    private CompletableFuture<Boolean> write(
        Index other,
        ConditionalWrite<PrimaryKey, DataRecord> data,
        List<ConditionalWrite<IndexKey, IndexRecord>> entries) {
      synchronized (lock) {
        boolean all = holds(data) && entries.stream().allMatch(other::holds);
        boolean single = fault == Fault.SHARED_TRANSACTION_WRITES_ONE_BY_ONE;
        if (all || (single && holds(data))) {
          make(data);
        }
        entries.stream().filter(each -> all || (single && other.holds(each))).forEach(other::make);
        return CompletableFuture.completedFuture(all);
      }
    }
  }

  final class Index extends Table<IndexKey, IndexRecord> implements IndexShard {
    @Override
    boolean holds(ConditionalWrite<IndexKey, IndexRecord> write) {
      return fault == Fault.INDEX_COUNT_ALONE_IS_COMPARED
          ? hasCount(write, Optional.ofNullable(stored.get(place(write.key()))))
          : super.holds(write);
    }

    @Override
    boolean isCheckedApart(ConditionalWrite<IndexKey, IndexRecord> write) {
      boolean isChange = write.expected().isPresent();
      return switch (fault) {
        case INDEX_CHECK_AND_REPLACE_ARE_APART -> isChange && write.record().isPresent();
        case INDEX_CHECK_AND_DELETE_ARE_APART -> isChange && write.record().isEmpty();
        default -> super.isCheckedApart(write);
      };
    }

    @Override
    void make(ConditionalWrite<IndexKey, IndexRecord> write) {
      super.make(write);
      if (fault == Fault.INDEX_STORES_NO_CLIENT && write.record().isPresent()) {
        IndexRecord record = write.record().get();
        Version version = record.version();
        Generation known = new Generation(version.generation().timestamp(), 1);
        stored.put(
            place(record.key()),
            new IndexRecord(record.key(), record.owner(), new Version(known, version.count())));
      }
    }

    @Override
    String place(IndexKey key) {
      List<String> parts = List.of(key.key().name(), key.key().value(), key.member());
      return fault == Fault.KEY_PARTS_ARE_JOINED_BY_A_COLON
          ? String.join(":", parts)
          : parts.stream().map(each -> each.length() + ":" + each).reduce("", String::concat);
    }

    @Override
    String text(IndexKey key) {
      return key.key().name() + "\u0000" + key.key().value() + "\u0000" + key.member();
    }
  }
}
