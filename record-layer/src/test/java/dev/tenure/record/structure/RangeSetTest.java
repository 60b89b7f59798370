package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorLaw;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("late")
final class RangeSetTest {
  private final TestDatabase test = new TestDatabase();
  private final byte[] prefix = test.subspace.pack(Tuple.from(4, 7, "r"));
  private final RangeSet set = new RangeSet(prefix, "the set");

  @AfterEach
  void close() {
    test.close();
  }

  private static byte[] key(int... bytes) {
    byte[] key = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      key[i] = (byte) bytes[i];
    }
    return key;
  }

  private static Range range(int begin, int end) {
    return new Range(key(begin), key(end));
  }

  private boolean insert(int begin, int end) {
    return test.run(context -> set.insert(context, range(begin, end)));
  }

  private boolean contains(int... key) {
    return test.run(context -> set.contains(context, key(key)));
  }

  private List<Range> missing(Range within) {
    return test.run(
        context ->
            set.missing(context, within, Continuation.START, ScanOptions.defaults()).asList());
  }

  /** The rows, as begins and ends of one byte each. */
  private List<Integer> rows() {
    RangeRows rows = new RangeRows(prefix, "the set");
    return test.run(
        context ->
            context
                .transaction()
                .getRange(rows.all())
                .asList()
                .thenApply(
                    found ->
                        found.stream()
                            .map(rows::range)
                            .flatMap(
                                each -> List.of(each.begin[0] & 0xFF, each.end[0] & 0xFF).stream())
                            .toList()));
  }

  @Test
  void emptySetHasNoKeyAndAllIsMissing() {
    assertFalse(contains(5));
    assertFalse(contains());
    assertEquals(List.of(range(0, 9)), missing(range(0, 9)));
  }

  @Test
  void rangeHasItsBeginAndNotItsEnd() {
    assertTrue(insert(10, 20));
    assertFalse(contains(9));
    assertFalse(contains(9, 255, 255));
    assertTrue(contains(10));
    assertTrue(contains(10, 0));
    assertTrue(contains(19, 255));
    assertFalse(contains(20));
    assertFalse(contains(20, 0));
  }

  @Test
  void emptyKeyIsTheLeast() {
    test.run(context -> set.insert(context, new Range(key(), key(0))));
    assertTrue(contains());
    assertFalse(contains(0));
  }

  @Test
  void insertSaysWhetherAnythingWasMissing() {
    assertTrue(insert(10, 20));
    assertFalse(insert(10, 20));
    assertFalse(insert(12, 15));
    assertTrue(insert(15, 25));
    assertTrue(insert(5, 30));
    assertFalse(insert(5, 30));
  }

  @Test
  void rangesThatTouchOrOverlapBecomeOneRow() {
    insert(10, 20);
    insert(30, 40);
    assertEquals(List.of(10, 20, 30, 40), rows());
    insert(20, 25);
    assertEquals(List.of(10, 25, 30, 40), rows());
    insert(28, 30);
    assertEquals(List.of(10, 25, 28, 40), rows());
    insert(22, 29);
    assertEquals(List.of(10, 40), rows());
    insert(60, 70);
    insert(50, 80);
    assertEquals(List.of(10, 40, 50, 80), rows());
    insert(5, 90);
    assertEquals(List.of(5, 90), rows());
  }

  @Test
  void insertsOfOneTransactionSeeEachOther() {
    test.run(
        context ->
            CompletableFuture.allOf(
                set.insert(context, range(10, 20)),
                set.insert(context, range(30, 40)),
                set.insert(context, range(20, 30)),
                set.insert(context, range(5, 7))));
    assertEquals(List.of(5, 7, 10, 40), rows());
  }

  @Test
  void missingRangesAreThoseBetweenWithinTheRangeAsked() {
    insert(10, 20);
    insert(30, 40);
    insert(50, 60);
    assertEquals(
        List.of(range(0, 10), range(20, 30), range(40, 50), range(60, 99)), missing(range(0, 99)));
    assertEquals(List.of(range(20, 30)), missing(range(10, 40)));
    assertEquals(List.of(range(25, 30), range(40, 45)), missing(range(25, 45)));
    assertEquals(List.of(range(22, 24)), missing(range(22, 24)));
    assertEquals(List.of(range(40, 50)), missing(range(35, 60)));
    assertEquals(List.of(), missing(range(12, 18)));
    assertEquals(List.of(range(60, 61)), missing(range(55, 61)));
  }

  @Test
  void setIsCompleteWhenNothingIsMissing() {
    insert(10, 20);
    assertTrue(test.<Boolean>run(context -> set.isComplete(context, range(10, 20))));
    assertFalse(test.<Boolean>run(context -> set.isComplete(context, range(9, 20))));
    assertFalse(test.<Boolean>run(context -> set.isComplete(context, range(10, 21))));
  }

  @Test
  void clearedSetIsEmptyAndOthersStay() {
    RangeSet other = new RangeSet(test.subspace.pack(Tuple.from(4, 8, "r")), "the other");
    insert(10, 20);
    test.run(context -> other.insert(context, range(10, 20)));
    test.run(
        context -> {
          set.clear(context);
          return set.contains(context, key(15)).thenAccept(has -> assertFalse(has));
        });
    assertEquals(List.of(), rows());
    assertTrue(test.<Boolean>run(context -> other.contains(context, key(15))));
  }

  @Test
  void rangesWithoutKeysAndReverseAreRefused() {
    try (RecordContext context = test.database.openContext()) {
      assertThrows(IllegalArgumentException.class, () -> set.insert(context, range(10, 10)));
      assertThrows(IllegalArgumentException.class, () -> set.insert(context, range(11, 10)));
      assertThrows(
          IllegalArgumentException.class,
          () -> set.missing(context, range(5, 5), Continuation.START, ScanOptions.defaults()));
      assertThrows(
          IllegalArgumentException.class,
          () ->
              set.missing(
                  context,
                  range(1, 5),
                  Continuation.START,
                  ScanOptions.defaults().withReverse(true)));
    }
  }

  @Test
  void slicesOfMissingRangesAreTheWhole() {
    for (int i = 0; i < 20; i++) {
      insert(10 * i + 3, 10 * i + 7 + i % 3);
    }
    for (Range within : List.of(range(0, 255), range(4, 100), range(13, 197), range(55, 56))) {
      ScanOptions options = ScanOptions.defaults();
      CursorLaw.Execution<Range> execution = (from, limited) -> results(within, from, limited);
      CursorLaw.check("missing " + within, execution, options, Seeds.of(1));
      CursorLaw.check("missing, skip " + within, execution, options.withSkip(2), Seeds.of(2));
    }
  }

  private List<CursorResult<Range>> results(Range within, Continuation from, ScanOptions options) {
    return test.run(
        context ->
            CursorLaw.results(
                set.missing(context, within, from, options)
                    .map(
                        gap -> {
                          test.clock.advance(CursorLaw.ROW_TIME);
                          return gap;
                        })));
  }

  @Test
  void continuationOfAnotherRangeIsRefused() {
    Continuation behind =
        results(range(0, 10), Continuation.START, ScanOptions.defaults()).get(0).continuation();
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () -> results(range(0, 11), behind, ScanOptions.defaults()));
    assertEquals(Code.CONTINUATION_REFUSED, refused.code());
  }

  @Test
  void keysLongerThanARowsKeyCanBeAreAskedAboutAllTheSame() {
    byte[] longest = new byte[10_000];
    Arrays.fill(longest, (byte) 7);
    byte[] alsoLong = longest.clone();
    alsoLong[9_999] = 8;
    byte[] nul = new byte[9_000];
    test.run(context -> set.insert(context, range(5, 7)));
    assertFalse(test.<Boolean>run(context -> set.contains(context, longest)));
    test.run(context -> set.insert(context, new Range(key(7), alsoLong)));
    assertTrue(test.<Boolean>run(context -> set.contains(context, longest)));
    assertFalse(test.<Boolean>run(context -> set.contains(context, alsoLong)));
    assertFalse(test.<Boolean>run(context -> set.contains(context, nul)));
    assertEquals(List.of(new Range(alsoLong, key(9))), missing(new Range(key(6), key(9))));
    test.run(context -> set.insert(context, new Range(alsoLong, key(9))));
    assertEquals(List.of(), missing(new Range(key(6), key(9))));
  }

  @Test
  void rangeThatBeginsAtAKeyTooLongForARowIsRefusedUnlessItJoinsAnother() {
    byte[] longest = new byte[10_000];
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () -> test.run(context -> set.insert(context, new Range(longest, key(9)))));
    assertEquals(Code.KEY_TOO_LARGE, refused.code());
    assertEquals(List.of(), rows());
  }

  /** Begins a transaction, lets another commit, and says whether the first one can commit. */
  private boolean commits(
      Function<RecordContext, CompletableFuture<?>> first, Consumer<RecordContext> other) {
    try (RecordContext context = test.database.openContext()) {
      context.join(first.apply(context));
      context.set(test.subspace.pack("written"), key(1));
      test.run(
          between -> {
            other.accept(between);
            return CompletableFuture.completedFuture(null);
          });
      try {
        context.join(context.commit());
        return true;
      } catch (RecordLayerException e) {
        assertEquals(Code.COMMIT_CONFLICT, e.code());
        return false;
      }
    }
  }

  private Consumer<RecordContext> inserting(int begin, int end) {
    return context -> context.join(set.insert(context, range(begin, end)));
  }

  private Function<RecordContext, CompletableFuture<?>> asking(int key) {
    return context -> set.contains(context, key(key));
  }

  private Function<RecordContext, CompletableFuture<?>> adding(int begin, int end) {
    return context -> set.insert(context, range(begin, end));
  }

  @Test
  void questionConflictsWithInsertsOfItsKeyAndNoOthers() {
    insert(10, 20);
    assertTrue(commits(asking(50), inserting(20, 49)));
    assertTrue(commits(asking(50), inserting(51, 60)));
    assertFalse(commits(asking(50), inserting(50, 51)));
    assertTrue(commits(asking(55), inserting(54, 59)), "nothing was missing");
    set(List.of(10, 20));
    assertFalse(commits(asking(30), inserting(20, 40)));
    assertTrue(commits(asking(35), inserting(60, 70)));
    assertFalse(commits(asking(35), set::clear));
  }

  @Test
  void insertsConflictOnlyWhenTheyMeet() {
    assertTrue(commits(adding(10, 20), inserting(40, 50)));
    assertEquals(List.of(10, 20, 40, 50), rows());
    assertTrue(commits(adding(20, 25), inserting(50, 55)));
    assertFalse(commits(adding(60, 70), inserting(65, 75)));
    assertFalse(commits(adding(25, 30), inserting(25, 27)));
    assertFalse(commits(adding(12, 14), set::clear));
  }

  @Test
  void insertThatGrowsARangeConflictsWithOneThatJoinsItToAnother() {
    insert(10, 20);
    insert(30, 40);
    assertFalse(commits(adding(40, 45), inserting(20, 30)));
    set(List.of(10, 20, 30, 40));
    assertFalse(commits(adding(20, 30), inserting(40, 45)));
    set(List.of(10, 20));
    assertFalse(commits(adding(20, 25), inserting(5, 10)));
    set(List.of(10, 20));
    assertFalse(commits(adding(5, 10), inserting(20, 25)));
  }

  /** Makes the set consist of these ranges. */
  private void set(List<Integer> ends) {
    test.run(
        context -> {
          set.clear(context);
          for (int i = 0; i < ends.size(); i += 2) {
            context.join(set.insert(context, range(ends.get(i), ends.get(i + 1))));
          }
          return CompletableFuture.completedFuture(null);
        });
  }
}
