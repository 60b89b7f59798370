package dev.tenure.record.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Compares indexes of a store with what its records give when they are gone through one by one. */
final class BruteForce {
  private final RecordStore store;
  private final RecordMetaData metaData;

  BruteForce(RecordStore store) {
    this.store = store;
    this.metaData = store.metaData();
  }

  /** All records, as the texts of type, primary key and message. */
  List<String> records() {
    List<String> all = new ArrayList<>();
    for (RecordType type : metaData.recordTypes()) {
      for (StoredRecord record : scan(type)) {
        all.add(type.name() + " " + record.primaryKey() + " " + record.message());
      }
    }
    return all;
  }

  /** Asserts that each index that is readable is as it must be; gives how many were not. */
  int assertIndexes() {
    int notReadable = 0;
    for (Index index : metaData.indexes()) {
      if (store.indexState(index.name()) != IndexState.READABLE) {
        notReadable++;
      } else if (index.type().equals(Index.COUNT)) {
        assertEquals(expectedCounts(index), counts(index), index.toString());
      } else {
        assertEquals(expectedEntries(index), entries(index), index.toString());
      }
    }
    return notReadable;
  }

  private List<StoredRecord> scan(RecordType type) {
    return join(
        store
            .scan(type.name(), TupleRange.all(), Continuation.START, ScanOptions.defaults())
            .asList());
  }

  private Map<String, String> expectedEntries(Index index) {
    Map<String, String> expected = new TreeMap<>();
    forEachRow(
        index,
        (type, record, columns) ->
            expected.put(
                columns + " " + type.typeKey() + " " + record.primaryKey(),
                covering(index, type, record.message()).toString()));
    return expected;
  }

  private static Tuple covering(Index index, RecordType type, Message message) {
    return KeyEvaluator.bind(index.coveringColumns(), type.descriptor(), type.typeKey())
        .evaluateOne(message);
  }

  private Map<String, String> entries(Index index) {
    Map<String, String> found = new TreeMap<>();
    List<IndexEntry> entries =
        join(
            store
                .scanIndex(
                    index.name(), TupleRange.all(), Continuation.START, ScanOptions.defaults())
                .asList());
    for (IndexEntry entry : entries) {
      found.put(
          entry.key() + " " + entry.extent() + " " + entry.primaryKey(), entry.value().toString());
    }
    assertEquals(entries.size(), found.size(), "entries of " + index);
    return found;
  }

  private Map<String, Long> expectedCounts(Index index) {
    Map<String, Long> expected = new TreeMap<>();
    forEachRow(index, (type, record, columns) -> expected.merge(columns.toString(), 1L, Long::sum));
    return expected;
  }

  /** Groups of zero are as none. */
  private Map<String, Long> counts(Index index) {
    Map<String, Long> found = new TreeMap<>();
    join(store
            .scanCounts(index.name(), TupleRange.all(), Continuation.START, ScanOptions.defaults())
            .asList())
        .forEach(entry -> found.put(entry.key().toString(), entry.value().getLong(0)));
    found.values().removeIf(count -> count == 0);
    return found;
  }

  private interface Row {
    void take(RecordType type, StoredRecord record, Tuple columns);
  }

  private void forEachRow(Index index, Row row) {
    for (RecordType type : metaData.recordTypes()) {
      if (!index.isUniversal() && !index.recordTypes().contains(type.name())) {
        continue;
      }
      KeyEvaluator columns = KeyEvaluator.bind(index.columns(), type.descriptor(), type.typeKey());
      for (StoredRecord record : scan(type)) {
        boolean admitted =
            index
                .predicate()
                .map(
                    condition ->
                        BoundPredicate.bind(condition, type.descriptor(), type.typeKey())
                            .holds(record.message()))
                .orElse(true);
        if (admitted) {
          columns.evaluate(record.message()).forEach(each -> row.take(type, record, each));
        }
      }
    }
  }

  private <T> T join(CompletableFuture<T> future) {
    return store.context().join(future);
  }
}
