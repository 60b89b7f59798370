package dev.tenure.record.format;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Rows of a subspace, read and written behind the back of the store that is there. */
final class StoredRows {
  static final Subspace SUBSPACE = new Subspace(new byte[] {'S'});

  private StoredRows() {}

  static List<KeyValue> of(TestDatabase test, Subspace subspace) {
    return test.run(
        context ->
            context
                .transaction()
                .getRange(subspace.getKey(), new Subspace(subspace.getKey()).range().end)
                .asList());
  }

  static List<String> lines(TestDatabase test, Subspace subspace) {
    return of(test, subspace).stream()
        .map(row -> GoldenFile.line(row.getKey(), row.getValue()))
        .toList();
  }

  static void plant(TestDatabase test, List<String> lines) {
    test.run(
        context -> {
          lines.forEach(line -> context.set(GoldenFile.key(line), GoldenFile.value(line)));
          return CompletableFuture.completedFuture(null);
        });
  }

  /** Fills a store in one transaction, and gives its versionstamp. */
  static byte[] fill(TestDatabase test, StoreShapes.Shape shape) {
    try (RecordContext context = test.database.openContext()) {
      RecordStore store =
          context.join(
              RecordStore.open(context, SUBSPACE, shape.metaData(), OpenMode.CREATE_OR_OPEN));
      context.join(shape.filling().apply(store));
      CompletableFuture<byte[]> stamp = context.versionstamp();
      context.join(context.commit());
      return test.database.join(stamp);
    }
  }

  /** All that can be read in a store, as text. */
  static List<String> everything(TestDatabase test, RecordMetaData metaData) {
    return test.run(
        context ->
            RecordStore.open(context, SUBSPACE, metaData, OpenMode.OPEN)
                .thenCompose(store -> everything(store, metaData)));
  }

  private static CompletableFuture<List<String>> everything(
      RecordStore store, RecordMetaData metaData) {
    List<String> read = new ArrayList<>();
    read.add(store.header().toString().replaceAll("ByteString@[0-9a-f]+", "ByteString"));
    CompletableFuture<Void> running = CompletableFuture.completedFuture(null);
    for (RecordType type : metaData.recordTypes()) {
      running =
          running
              .thenCompose(
                  done ->
                      store
                          .scan(
                              type.name(),
                              TupleRange.all(),
                              Continuation.START,
                              ScanOptions.defaults())
                          .asList())
              .thenAccept(records -> records.forEach(record -> read.add(record.toString())));
    }
    for (Index index : metaData.indexes()) {
      String state = index.name() + " is " + store.indexState(index.name());
      running = running.thenAccept(done -> read.add(state));
      if (store.indexState(index.name()) == IndexState.READABLE) {
        running = running.thenCompose(done -> entries(store, index, read));
      }
    }
    return running.thenApply(done -> read);
  }

  private static CompletableFuture<Void> entries(
      RecordStore store, Index index, List<String> read) {
    return (index.type().equals(Index.COUNT)
            ? store.scanCounts(
                index.name(), TupleRange.all(), Continuation.START, ScanOptions.defaults())
            : store.scanIndex(
                index.name(), TupleRange.all(), Continuation.START, ScanOptions.defaults()))
        .asList()
        .thenAccept(entries -> entries.forEach(entry -> read.add(entry.toString())));
  }
}
