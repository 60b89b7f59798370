package dev.tenure.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorLaw;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.CursorResult.Reason;
import dev.tenure.record.cursor.CursorSource;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.FlatMap;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.cursor.ScanLimits;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The slices of a scan, one behind another, are the whole scan: every cursor, every limit. */
final class ContinuationLawTest {
  private static final int RECORDS = 9;
  private static final int SCANS_OF_A_TREE_MAX = 5;
  private static final RandomGenerator RANDOM = new SplittableRandom(11);

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

  /** A tree of cursors over scans of one store, which share a budget. */
  private interface Tree {
    RecordCursor<?> open(RecordStore store, Continuation from, ScanOptions below);
  }

  private static CursorSource<IndexEntry> tagged(
      RecordStore store, String tag, ScanOptions options) {
    TupleRange range = TupleRange.prefix(Tuple.from(tag));
    return from -> store.scanIndex("by-tag", range, from, options);
  }

  private static CursorSource<StoredRecord> items(
      RecordStore store, Tuple prefix, ScanOptions options) {
    return from -> store.scan("HotItem", TupleRange.prefix(prefix), from, options);
  }

  private static CursorSource<StoredRecord> notes(RecordStore store, ScanOptions options) {
    return from -> store.scan("Note", TupleRange.all(), from, options);
  }

  private static RecordCursor<IndexEntry> merged(
      RecordStore store, Continuation from, ScanOptions options, boolean union) {
    List<CursorSource<IndexEntry>> children =
        List.of(
            tagged(store, "t", options),
            at -> tagged(store, "t1", options).resume(at).filter(entry -> id(entry) != 5));
    return union
        ? Cursors.union(from, children, IndexEntry::primaryKey, options.reverse())
        : Cursors.intersection(from, children, IndexEntry::primaryKey, options.reverse());
  }

  private static long id(IndexEntry entry) {
    return entry.primaryKey().getLong(0);
  }

  private static final List<Tree> TREES =
      List.of(
          (store, from, below) -> merged(store, from, below, true),
          (store, from, below) -> merged(store, from, below, false),
          (store, from, below) ->
              Cursors.unorderedUnion(
                  from, List.of(notes(store, below), items(store, Tuple.from("z2"), below))),
          (store, from, below) ->
              Cursors.concat(
                  from,
                  List.of(
                      items(store, Tuple.from("none"), below),
                      notes(store, below),
                      items(store, Tuple.from("z0"), below))),
          (store, from, below) ->
              Cursors.flatMap(
                  from,
                  at ->
                      store
                          .scanCounts("items", TupleRange.all(), at, below)
                          .filter(count -> !count.key().getString(0).equals("z1")),
                  FlatMap.<IndexEntry, StoredRecord>to(
                          (count, at) ->
                              items(store, Tuple.from(count.key().getString(0)), below).resume(at))
                      .withWidth(2)
                      .withCheck(IndexEntry::key)),
          (store, from, below) ->
              tagged(store, "t0", below)
                  .resume(from)
                  .mapAsync(entry -> store.load("Note", entry.primaryKey()), 3),
          (store, from, below) ->
              Cursors.<Object>orElse(
                  from,
                  at ->
                      notes(store, below)
                          .resume(at)
                          .filter(note -> note.keyCount() > 9)
                          .map(note -> note),
                  at -> tags(store, at, below).map(entry -> entry)));

  private static RecordCursor<IndexEntry> tags(
      RecordStore store, Continuation from, ScanOptions options) {
    return Cursors.distinct(
        from,
        at -> store.scanIndex("by-tag", TupleRange.all(), at, options),
        entry -> Tuple.from(entry.key().get(0)));
  }

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

  private <T> void assertLaw(String name, CursorLaw.Execution<T> execution) {
    for (boolean reverse : new boolean[] {false, true}) {
      ScanOptions options = ScanOptions.defaults().withReverse(reverse);
      List<T> all = CursorLaw.check(name + options, execution, options, RANDOM);
      assertFalse(all.isEmpty(), name);
      ScanOptions skipping = options.withSkip(2);
      CursorLaw.check(name + skipping, execution, skipping, RANDOM);
    }
  }

  private List<CursorResult<Object>> results(RecordCursor<?> cursor) {
    return test.database.join(
        CursorLaw.results(
            cursor.map(
                item -> {
                  test.clock.advance(CursorLaw.ROW_TIME);
                  return (Object) item;
                })));
  }

  @Test
  void slicesOfEveryScanAreTheWhole() {
    for (int i = 0; i < SCANS.size(); i++) {
      Scan scan = SCANS.get(i);
      assertLaw(
          "scan " + i,
          (from, options) -> inContext(store -> results(scan.open(store, from, options))));
    }
  }

  @Test
  void slicesOfTreesOverAStoreAreTheWhole() {
    for (int i = 0; i < TREES.size(); i++) {
      Tree tree = TREES.get(i);
      assertLaw(
          "tree " + i,
          (from, options) ->
              inContext(
                  store -> {
                    ScanBudget budget = new ScanBudget(options.limits(), test.clock);
                    ScanOptions below = options.within(budget);
                    List<CursorResult<Object>> results =
                        results(
                            Cursors.page(
                                options, from, at -> tree.open(store, at, below).map(x -> x)));
                    assertTrue(
                        options.recordsMax() == 0
                            || budget.records() <= options.recordsMax() + SCANS_OF_A_TREE_MAX);
                    return results;
                  }));
    }
  }

  private <T> T inContext(Function<RecordStore, T> body) {
    try (RecordContext context = test.database.openContext()) {
      return body.apply(test.openNow(context));
    }
  }

  /** All slices; each continuation goes through its bytes. */
  private List<Object> slices(Scan scan, ScanOptions options, Reason limit) {
    List<Object> items = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd()) {
      RecordCursor.Page<?> page = page(scan, Continuation.fromBytes(from.toBytes()), options);
      items.addAll(page.items());
      assertEquals(page.continuation().isEnd() ? Reason.SOURCE_EXHAUSTED : limit, page.reason());
      assertNotEquals(from, page.continuation());
      from = page.continuation();
    }
    return items;
  }

  @Test
  void slicesByBytesAreTheWhole() {
    for (Scan scan : SCANS) {
      List<?> expected = page(scan, Continuation.START, ScanOptions.defaults()).items();
      for (long bytes : new long[] {100, 1_000, 130_000, 400_000}) {
        ScanOptions options = ScanOptions.defaults().withBytesMax(bytes);
        assertEquals(expected, slices(scan, options, Reason.BYTE_LIMIT));
      }
    }
  }

  @Test
  void rowsThatAFilterDropsCount() {
    Scan few =
        (store, from, options) -> SCANS.get(0).open(store, from, options).filter(item -> false);
    RecordCursor.Page<?> page =
        page(few, Continuation.START, ScanOptions.defaults().withRecordsMax(4));

    assertEquals(Reason.RECORD_LIMIT, page.reason());
    assertEquals(List.of(), page.items());
    assertEquals(
        List.of(), slices(few, ScanOptions.defaults().withRecordsMax(4), Reason.RECORD_LIMIT));
  }

  @Test
  void skipLeavesOutTheFirstRowsAndCountsAgainstNoRowLimit() {
    ScanOptions all = ScanOptions.defaults();
    List<?> expected = page(SCANS.get(0), Continuation.START, all).items().subList(3, 5);

    RecordCursor.Page<?> page =
        page(SCANS.get(0), Continuation.START, all.withSkip(3).withRowsMax(2));

    assertEquals(expected, page.items());
    assertEquals(Reason.ROW_LIMIT, page.reason());
  }

  @Test
  void failingLimitFailsTheScan() {
    ScanOptions failing =
        ScanOptions.defaults()
            .withLimits(ScanLimits.none().withRecordsMax(RECORDS - 1).withFailing(true));
    RecordLayerException failed =
        assertThrows(
            RecordLayerException.class, () -> page(SCANS.get(0), Continuation.START, failing));
    assertEquals(RecordLayerException.Code.SCAN_BUDGET_EXCEEDED, failed.code());
    ScanOptions enough = failing.withRecordsMax(RECORDS + 1);
    assertEquals(RECORDS, page(SCANS.get(0), Continuation.START, enough).items().size());
  }

  @Test
  void positionOutsideOfTheRangeIsRefused() {
    ScanOptions one = ScanOptions.defaults().withRowsMax(1);
    byte[] ofZ1 = page(SCANS.get(1), Continuation.START, one).continuation().toBytes();
    byte[] ofAll = page(SCANS.get(0), Continuation.START, one).continuation().toBytes();
    long fingerprint = ByteBuffer.wrap(ofZ1).getLong(2);
    byte[] position = Arrays.copyOfRange(ofAll, 2 + Long.BYTES + 1, ofAll.length - 4);

    assertRefused(SCANS.get(1), Continuation.at(fingerprint, position), one);
    assertRefused(SCANS.get(1), Continuation.at(fingerprint, new byte[0]), one);
    assertRefused(SCANS.get(1), Continuation.at(fingerprint, new byte[] {-1}), one);
  }

  /** A scan over several transactions, each of which may fail in its midst. */
  private RecordCursor<Object> continuing(
      Scan scan, ScanOptions options, Continuation from, IntPredicate failsAtRow) {
    AtomicInteger row = new AtomicInteger();
    return Cursors.continuing(
        test.database,
        RunOptions.defaults().withDelays(Duration.ofNanos(1), Duration.ofNanos(1)),
        options,
        from,
        (context, at, each) ->
            test.open(context)
                .thenApply(
                    store ->
                        scan.open(store, at, each)
                            .map(
                                item -> {
                                  if (failsAtRow.test(row.getAndIncrement())) {
                                    throw new FDBException("planted", 1007);
                                  }
                                  return item;
                                })));
  }

  @Test
  void scanOverTransactionsThatFailGivesNoValueTwiceAndLosesNone() {
    for (Scan scan : SCANS) {
      List<?> expected = page(scan, Continuation.START, ScanOptions.defaults()).items();
      for (int max = 1; max <= expected.size() + 1; max++) {
        ScanOptions options = ScanOptions.defaults().withRecordsMax(max);
        RecordCursor<Object> cursor =
            continuing(scan, options, Continuation.START, row -> row % 31 == 0);
        assertEquals(expected, test.database.join(cursor.asList()));
      }
    }
  }

  @Test
  void scanOverTransactionsKeepsTheLawItself() {
    Scan scan = SCANS.get(8);
    ScanOptions two = ScanOptions.defaults().withRowsMax(2);
    RecordCursor<Object> whole = continuing(scan, two, Continuation.START, row -> row == 3);
    List<CursorResult<Object>> all = test.database.join(CursorLaw.results(whole));
    for (int i = 0; i < all.size() - 1; i++) {
      RecordCursor<Object> rest = continuing(scan, two, all.get(i).continuation(), row -> row == 1);
      assertEquals(all.subList(i + 1, all.size()), test.database.join(CursorLaw.results(rest)));
    }
  }

  @Test
  void scanOverTransactionsPassesOnWhatIsNotRetried() {
    ScanOptions two = ScanOptions.defaults().withRowsMax(2);
    RecordCursor<Object> cursor = continuing(SCANS.get(0), two, Continuation.START, row -> true);
    RecordLayerException failed =
        assertThrows(RecordLayerException.class, () -> test.database.join(cursor.asList()));
    assertEquals(RecordLayerException.Code.TRANSACTION_TOO_OLD, failed.code());
    assertThrows(
        IllegalArgumentException.class,
        () -> continuing(SCANS.get(0), ScanOptions.defaults(), Continuation.START, row -> false));
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
