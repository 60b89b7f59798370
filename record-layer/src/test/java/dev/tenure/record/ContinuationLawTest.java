package dev.tenure.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.CursorResult.Reason;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.cursor.TupleRange;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Note;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The slices of a scan, one behind another, are the whole scan: every cursor, every limit. */
final class ContinuationLawTest {
  private static final int RECORDS = 9;

  private final TestDatabase test = new TestDatabase();

  /** A scan of one kind, in one store. */
  private interface Scan {
    RecordCursor<?> open(RecordStore store, Continuation from, ScanOptions options);
  }

  private static final List<Scan> SCANS =
      List.of(
          (store, from, options) -> store.scan("HotItem", TupleRange.all(), from, options),
          (store, from, options) ->
              store.scan("HotItem", TupleRange.prefix(Tuple.from("z1")), from, options),
          (store, from, options) -> store.scan("Note", TupleRange.all(), from, options),
          (store, from, options) ->
              store.scan(
                  "Note",
                  TupleRange.between(Tuple.from(2), false, Tuple.from(7), true),
                  from,
                  options),
          (store, from, options) -> store.scanIndex("by-tag", TupleRange.all(), from, options),
          (store, from, options) ->
              store.scanIndex(
                  "by-vesting",
                  TupleRange.between(Tuple.from("z1"), true, null, true),
                  from,
                  options),
          (store, from, options) -> store.scanCounts("items", TupleRange.all(), from, options),
          (store, from, options) ->
              store.scanIndex("by-tag", TupleRange.all(), from, options).map(IndexEntry::key),
          (store, from, options) ->
              store
                  .scan("Note", TupleRange.all(), from, options)
                  .filter(stored -> stored.primaryKey().getLong(0) % 3 != 0));

  @BeforeEach
  void fill() {
    test.inStore(
        store -> {
          List<CompletableFuture<StoredRecord>> saves = new ArrayList<>();
          for (int i = 0; i < RECORDS; i++) {
            saves.add(store.save(Notes.item("z" + i % 3, "id" + i, i)));
            Note note =
                Note.newBuilder()
                    .setId(i)
                    .addTag("t" + i % 2)
                    .addTag("t")
                    .setBody(ByteString.copyFrom(new byte[i % 4 == 0 ? 120_000 : 10]))
                    .build();
            saves.add(store.save(note));
          }
          return CompletableFuture.allOf(saves.toArray(CompletableFuture<?>[]::new));
        });
  }

  @AfterEach
  void close() {
    test.close();
  }

  private RecordCursor.Page<?> page(Scan scan, Continuation from, ScanOptions options) {
    return test.inStore(store -> scan.open(store, from, options).asPage());
  }

  /** All slices; each continuation goes through its bytes. */
  private List<Object> slices(Scan scan, ScanOptions options, Reason limit) {
    List<Object> items = new ArrayList<>();
    Continuation from = Continuation.START;
    int slices = 0;
    while (!from.isEnd()) {
      RecordCursor.Page<?> page = page(scan, Continuation.fromBytes(from.toBytes()), options);
      items.addAll(page.items());
      assertEquals(page.continuation().isEnd() ? Reason.SOURCE_EXHAUSTED : limit, page.reason());
      from = page.continuation();
      slices++;
      assertTrue(slices < 100, "no progress at " + from);
    }
    return items;
  }

  private void assertLaw(ScanOptions options, Reason limit) {
    for (int i = 0; i < SCANS.size(); i++) {
      Scan scan = SCANS.get(i);
      for (boolean reverse : new boolean[] {false, true}) {
        ScanOptions whole = ScanOptions.defaults().withReverse(reverse);
        List<?> expected = page(scan, Continuation.START, whole).items();
        assertFalse(expected.isEmpty());
        assertEquals(
            expected, slices(scan, options.withReverse(reverse), limit), "scan " + i + options);
      }
    }
  }

  @Test
  void slicesByRowsAreTheWhole() {
    for (int rows = 1; rows <= 2 * RECORDS + 1; rows++) {
      assertLaw(ScanOptions.defaults().withRowsMax(rows), Reason.ROW_LIMIT);
    }
  }

  @Test
  void slicesByBytesAreTheWhole() {
    for (long bytes : new long[] {1, 40, 100, 1_000, 130_000, 400_000}) {
      assertLaw(ScanOptions.defaults().withBytesMax(bytes), Reason.BYTE_LIMIT);
    }
  }

  @Test
  void slicesByTimeAreTheWhole() {
    ScanOptions options = ScanOptions.defaults().withTimeMax(Duration.ofMillis(10));
    for (Scan scan : SCANS) {
      List<?> expected = page(scan, Continuation.START, ScanOptions.defaults()).items();
      Scan slow =
          (store, from, slowly) ->
              scan.open(store, from, slowly)
                  .map(
                      item -> {
                        test.clock.advance(Duration.ofMillis(4));
                        return item;
                      });
      assertEquals(expected, slices(slow, options, Reason.TIME_LIMIT));
    }
  }

  @Test
  void limitThatIsUsedUpBeforeTheScanStillGivesOneRow() {
    ScanOptions spent = ScanOptions.defaults().withTimeMax(Duration.ofNanos(1)).withBytesMax(1);
    test.inStore(
        store -> {
          RecordCursor<?> cursor = SCANS.get(0).open(store, Continuation.START, spent);
          test.clock.advance(Duration.ofSeconds(1));
          assertTrue(store.context().join(cursor.next()).hasNext());
          assertFalse(store.context().join(cursor.next()).hasNext());
          return CompletableFuture.completedFuture(null);
        });
  }

  @Test
  void rowsAddedBehindTheContinuationAreSeen() {
    Scan notes = SCANS.get(2);
    ScanOptions two = ScanOptions.defaults().withRowsMax(RECORDS);
    Continuation from = page(notes, Continuation.START, two).continuation();
    test.inStore(store -> store.save(Note.newBuilder().setId(100).build()));

    RecordCursor.Page<?> rest = page(notes, from, two);

    assertEquals(1, rest.items().size());
    assertEquals(Reason.SOURCE_EXHAUSTED, rest.reason());
  }

  @Test
  void continuationOfAnotherScanIsRefused() {
    ScanOptions one = ScanOptions.defaults().withRowsMax(1);
    Continuation from = page(SCANS.get(0), Continuation.START, one).continuation();

    assertRefused(SCANS.get(1), from, one);
    assertRefused(SCANS.get(2), from, one);
    assertRefused(SCANS.get(4), from, one);
    assertRefused(SCANS.get(0), from, one.withReverse(true));
    Scan fromOne = SCANS.get(5);
    Continuation behindOne = page(fromOne, Continuation.START, one).continuation();
    assertRefused(
        (store, at, options) ->
            store.scanIndex(
                "by-vesting", TupleRange.between(Tuple.from("z0"), true, null, true), at, options),
        behindOne,
        one);
  }

  private void assertRefused(Scan scan, Continuation from, ScanOptions options) {
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> page(scan, from, options));
    assertEquals(RecordLayerException.Code.CONTINUATION_REFUSED, refused.code());
  }

  @Test
  void stoppedCursorGivesTheSameStopAgain() {
    test.inStore(
        store -> {
          RecordCursor<?> cursor =
              SCANS.get(0).open(store, Continuation.START, ScanOptions.defaults().withRowsMax(1));
          assertTrue(store.context().join(cursor.next()).hasNext());
          CursorResult<?> stop = store.context().join(cursor.next());
          assertEquals(Reason.ROW_LIMIT, stop.reason());
          assertEquals(stop, store.context().join(cursor.next()));
          return CompletableFuture.completedFuture(null);
        });
  }

  @Test
  void endGivesNothing() {
    RecordCursor.Page<?> page = page(SCANS.get(0), Continuation.END, ScanOptions.defaults());

    assertEquals(List.of(), page.items());
    assertEquals(Reason.SOURCE_EXHAUSTED, page.reason());
  }
}
