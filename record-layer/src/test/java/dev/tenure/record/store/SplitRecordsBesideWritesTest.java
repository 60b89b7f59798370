package dev.tenure.record.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.late.LateDatabase;
import dev.tenure.late.LateOptions;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A split record takes several requests to read. When its transaction changes it between them, its
 * parts would be some of before and some of after the change.
 */
final class SplitRecordsBesideWritesTest {
  private static final RecordMetaData META_DATA = Stores.notes(1).build();
  private static final ScanOptions SCAN = ScanOptions.defaults();

  private final TestDatabase test = TestDatabase.late(LateOptions.punctual(1));
  private final LateDatabase late = (LateDatabase) test.engine;

  @BeforeEach
  void save() {
    in(
        store -> {
          for (long id = 1; id <= 3; id++) {
            Stores.join(store, store.save(large(id, 1)));
          }
          return CompletableFuture.completedFuture(store);
        });
  }

  @AfterEach
  void close() {
    test.close();
  }

  private <T> T in(Function<RecordStore, CompletableFuture<T>> body) {
    return test.run(
        context ->
            RecordStore.open(context, StoreOptions.of(test.subspace, META_DATA)).thenCompose(body));
  }

  /** A note of nine parts, all of whose bytes are the number. */
  private static Note large(long id, int number) {
    byte[] body = new byte[850_000];
    Arrays.fill(body, (byte) number);
    return Note.newBuilder().setId(id).setBody(ByteString.copyFrom(body)).build();
  }

  /** Begins a read, has the transaction change the store before its answers come, and ends it. */
  private <T> T beside(
      RecordStore store, Function<RecordStore, CompletableFuture<T>> read, Note... saved) {
    late.hang();
    CompletableFuture<T> reading = read.apply(store);
    store.deleteAll();
    for (Note note : saved) {
      var unused = store.save(note, SaveMode.ASSUME_NEW);
    }
    late.release();
    return Stores.join(store, reading);
  }

  private static CompletableFuture<Optional<StoredRecord>> load(RecordStore store) {
    return store.load("Note", Tuple.from(1), Isolation.SNAPSHOT);
  }

  private static CompletableFuture<List<StoredRecord>> scan(RecordStore store) {
    return store.scan("Note", TupleRange.all(), Continuation.START, SCAN).asList();
  }

  private static void assertWhole(Note note) {
    byte[] body = note.getBody().toByteArray();
    for (byte each : body) {
      assertEquals(body[0], each, "parts of two states");
    }
  }

  @Test
  void loadedRecordIsWholeWhateverTheTransactionSavesMeanwhile() {
    for (Note other : List.of(Stores.note(1, "small"), large(1, 2))) {
      in(
          store -> {
            StoredRecord found = beside(store, each -> load(each), other).orElseThrow();
            assertWhole(found.message(Note.class));
            return CompletableFuture.completedFuture(found);
          });
      save();
    }
  }

  @Test
  void loadedRecordIsWholeOrGoneWhenTheTransactionClearsItMeanwhile() {
    in(
        store -> {
          Optional<StoredRecord> found = beside(store, each -> load(each));
          found.ifPresent(record -> assertWhole(record.message(Note.class)));
          return CompletableFuture.completedFuture(found);
        });
  }

  @Test
  void scannedRecordsAreWholeWhateverTheTransactionSavesMeanwhile() {
    in(
        store -> {
          List<StoredRecord> found =
              beside(store, each -> scan(each), Stores.note(2, "small"), large(3, 2));
          assertTrue(found.size() >= 2, found.size() + " records");
          found.forEach(record -> assertWhole(record.message(Note.class)));
          return CompletableFuture.completedFuture(found);
        });
  }

  @Test
  void scanOfRecordsThatTheTransactionClearsMeanwhileEnds() {
    in(
        store -> {
          List<StoredRecord> found = beside(store, each -> scan(each));
          found.forEach(record -> assertWhole(record.message(Note.class)));
          return CompletableFuture.completedFuture(found);
        });
  }

  @Test
  void saveThatReadsItsOldRecordFindsItAbsentWhenTheRecordIsClearedMeanwhile() {
    Function<RecordStore, CompletableFuture<StoredRecord>> update =
        store -> store.save(large(1, 3), SaveMode.UPDATE);
    RecordLayerException absent =
        assertThrows(
            RecordLayerException.class,
            () -> in(store -> CompletableFuture.completedFuture(beside(store, update))));

    assertEquals(RecordLayerException.Code.RECORD_ABSENT, absent.code());
  }

  @Test
  void recordsReadAheadAreWholeWhateverTheTransactionSavesMeanwhile() {
    in(
        store -> {
          int held =
              beside(store, each -> each.preload().range("Note", TupleRange.all()), large(1, 2));
          assertTrue(held <= 3);
          assertEquals(
              large(1, 2), Stores.join(store, load(store)).orElseThrow().message(Note.class));
          return CompletableFuture.completedFuture(held);
        });
  }
}
