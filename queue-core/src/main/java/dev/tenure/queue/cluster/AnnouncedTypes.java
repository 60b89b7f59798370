package dev.tenure.queue.cluster;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.proto.AnnouncedType;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Records when each type was last announced at each schema version, in one record of ClusterDB for
 * each pair. The records outlive those of the consumers. Used inside a transaction.
 */
final class AnnouncedTypes {
  /** The shortest time between two writes of a record, since heartbeats are frequent. */
  static final Duration REFRESHED = Duration.ofMinutes(1);

  /** The time without an announcement after which a record is deleted. */
  static final Duration FORGOTTEN = Duration.ofDays(31);

  private final RecordStore store;

  AnnouncedTypes(RecordStore store) {
    this.store = store;
  }

  /** Records the consumer's types, where the record is missing or older than a minute. */
  CompletableFuture<Void> announce(ConsumerInfo consumer) {
    return rows(TupleRange.all(), Isolation.SNAPSHOT)
        .thenCompose(
            rows -> {
              Map<Tuple, Instant> known = new HashMap<>();
              rows.forEach(row -> known.put(key(row), at(row)));
              List<AnnouncedType> due =
                  consumer.versions().entrySet().stream()
                      .map(type -> row(type.getKey(), type.getValue()))
                      .filter(row -> isDue(known.get(key(row))))
                      .toList();
              if (!due.isEmpty()) {
                forget(rows);
              }
              return AsyncLoop.forEach(due, store::save);
            });
  }

  private AnnouncedType row(String type, int version) {
    return AnnouncedType.newBuilder()
        .setType(type)
        .setSchemaVersion(version)
        .setAnnouncedMillis(store.context().now().toEpochMilli())
        .build();
  }

  private boolean isDue(@Nullable Instant before) {
    return before == null || !before.isAfter(store.context().now().minus(REFRESHED));
  }

  private void forget(List<AnnouncedType> rows) {
    Instant limit = store.context().now().minus(FORGOTTEN);
    rows.stream()
        .filter(row -> at(row).isBefore(limit))
        .map(row -> store.recordKey(ClusterSchema.ANNOUNCED, key(row)))
        .forEach(key -> store.context().clear(key));
  }

  /**
   * The time, to the minute, at which the type was last announced at that schema version or a
   * higher one. The read is serializable: a concurrent announcement conflicts.
   */
  CompletableFuture<Optional<Instant>> last(String type, int version) {
    TupleRange range = TupleRange.between(Tuple.from(type, version), true, Tuple.from(type), true);
    return rows(range, Isolation.SERIALIZABLE)
        .thenApply(rows -> rows.stream().map(AnnouncedTypes::at).max(Comparator.naturalOrder()));
  }

  private CompletableFuture<List<AnnouncedType>> rows(TupleRange range, Isolation isolation) {
    return store
        .scan(
            ClusterSchema.ANNOUNCED,
            range,
            Continuation.START,
            ScanOptions.defaults().withIsolation(isolation))
        .map(stored -> (AnnouncedType) stored.message())
        .asList();
  }

  private static Tuple key(AnnouncedType row) {
    return Tuple.from(row.getType(), row.getSchemaVersion());
  }

  private static Instant at(AnnouncedType row) {
    return Instant.ofEpochMilli(row.getAnnouncedMillis());
  }
}
