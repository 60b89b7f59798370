package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.metadata.MetaDataSource;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.function.Executable;

/** Stores on subspaces of one test's database, opened in a line. */
final class Stores implements AutoCloseable {
  final TestDatabase test = new TestDatabase();

  /** Where a store of a name lies. */
  Subspace at(Object... names) {
    return test.subspace.get(Tuple.from(names));
  }

  StoreOptions options(MetaDataSource metaData) {
    return StoreOptions.of(test.subspace, metaData);
  }

  /** Metadata of one type, notes by their ids. */
  static RecordMetaData.Builder notes(int version) {
    return RecordMetaData.builder()
        .version(version)
        .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).typeKey(1));
  }

  static Note note(long id, String title) {
    return Note.newBuilder().setId(id).setTitle(title).build();
  }

  /** Runs a body on a store and commits. */
  <T> T in(StoreOptions options, Function<RecordStore, ? extends CompletionStage<T>> body) {
    return test.run(context -> RecordStore.open(context, options).thenCompose(body));
  }

  /** Runs a body that waits for its own futures, and commits. */
  void does(StoreOptions options, Consumer<RecordStore> body) {
    in(
        options,
        store -> {
          body.accept(store);
          return CompletableFuture.completedFuture(true);
        });
  }

  void open(StoreOptions options) {
    does(options, store -> {});
  }

  void save(StoreOptions options, Note... notes) {
    does(options, store -> Arrays.stream(notes).forEach(note -> join(store, store.save(note))));
  }

  /** The rows below a subspace, its own key included. */
  List<String> rows(Subspace subspace) {
    return test.run(context -> rows(context, subspace));
  }

  static CompletableFuture<List<String>> rows(RecordContext context, Subspace subspace) {
    byte[] begin = subspace.getKey();
    return context
        .transaction()
        .getRange(new Range(begin, ByteArrayUtil.join(begin, new byte[] {(byte) 0xFF})))
        .asList()
        .thenApply(
            rows ->
                rows.stream()
                    .map(
                        row ->
                            ByteArrayUtil.printable(row.getKey())
                                + " = "
                                + ByteArrayUtil.printable(row.getValue()))
                    .toList());
  }

  static <T> T join(RecordStore store, CompletableFuture<T> future) {
    return store.context().join(future);
  }

  static List<StoredRecord> records(RecordStore store, String type) {
    return join(
        store,
        store.scan(type, TupleRange.all(), Continuation.START, ScanOptions.defaults()).asList());
  }

  static List<IndexEntry> entries(RecordStore store, String index) {
    return join(
        store,
        store
            .scanIndex(index, TupleRange.all(), Continuation.START, ScanOptions.defaults())
            .asList());
  }

  static List<Tuple> keys(RecordStore store, String index) {
    return entries(store, index).stream().map(IndexEntry::key).toList();
  }

  static RecordLayerException refused(Code code, Executable work) {
    RecordLayerException refused = assertThrows(RecordLayerException.class, work);
    assertEquals(code, refused.code(), refused.getMessage());
    return refused;
  }

  @Override
  public void close() {
    test.close();
  }
}
