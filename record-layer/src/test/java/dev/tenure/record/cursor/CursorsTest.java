package dev.tenure.record.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.CursorResult.Reason;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** What sources, operators and terminals do beside the law: {@link CursorLawTest}. */
final class CursorsTest {
  private final MemoryScans scans =
      new MemoryScans(RandomGeneratorFactory.of("L64X128MixRandom").create(3));
  private final ScanBudget unlimited = new ScanBudget(ScanLimits.none(), scans.clock);

  private CursorSource<Integer> scan(String name, Integer... rows) {
    return scan(unlimited, name, rows);
  }

  private CursorSource<Integer> scan(ScanBudget budget, String name, Integer... rows) {
    return from -> scans.scan(name, List.of(rows), budget, from);
  }

  private RecordCursor<Integer> numbers(Integer... rows) {
    return Cursors.strict(scan("numbers", rows).open(Continuation.START));
  }

  private ScanBudget budget(ScanLimits limits) {
    return new ScanBudget(limits, scans.clock);
  }

  private static <T> RecordLayerException assertFails(Code code, CompletableFuture<T> future) {
    CompletionException failed = assertThrows(CompletionException.class, future::join);
    RecordLayerException error = assertInstanceOf(RecordLayerException.class, failed.getCause());
    assertEquals(code, error.code());
    return error;
  }

  /** A cursor whose results are given by the test. */
  private static final class Manual implements RecordCursor<Integer> {
    final List<CompletableFuture<CursorResult<Integer>>> asked = new ArrayList<>();
    int closed;

    @Override
    public CompletableFuture<CursorResult<Integer>> next() {
      asked.add(new CompletableFuture<>());
      return asked.get(asked.size() - 1);
    }

    void give(int value) {
      Continuation at = Continuation.at(1, new byte[] {(byte) asked.size()});
      asked.get(asked.size() - 1).complete(new CursorResult.Value<>(value, at));
    }

    @Override
    public void close() {
      closed++;
    }
  }

  @Test
  void nextBeforeTheResultBeforeIsDoneIsRefused() {
    Manual manual = new Manual();
    RecordCursor<Integer> cursor = manual.filter(x -> true);
    var unused = cursor.next();

    assertThrows(IllegalStateException.class, cursor::next);

    manual.give(5);
    assertFalse(cursor.next().isDone());
  }

  @Test
  void closedCursorGivesNoMore() {
    RecordCursor<Integer> cursor = numbers(1, 2);
    cursor.close();
    cursor.close();
    assertThrows(IllegalStateException.class, cursor::next);
  }

  /** Operators that leave out the wrapper of the cursor below must not leave out its state. */
  @Test
  void operatorOnACursorThatEndedOrWasClosedOrIsBeingReadKeepsItsRules() {
    RecordCursor<Integer> ended = numbers(1);
    scans.join(ended.asList());
    CursorResult<Integer> stop = scans.join(ended.next());
    assertSame(stop.reason(), scans.join(ended.map(x -> x + 1).next()).reason());

    RecordCursor<Integer> closed = numbers(1);
    closed.close();
    CompletableFuture<?> refused = closed.filter(x -> true).next();
    assertThrows(CompletionException.class, refused::join);

    Manual manual = new Manual();
    RecordCursor<Integer> read = Cursors.strict(manual);
    var unused = read.next();
    CompletableFuture<?> second = read.limit(3).next();
    assertThrows(CompletionException.class, second::join);
    assertEquals(1, manual.asked.size());
  }

  @Test
  void errorIsGivenAgainAndClosesTheOthers() {
    Manual left = new Manual();
    Manual right = new Manual();
    RecordCursor<Integer> union =
        Cursors.union(
            Continuation.START,
            List.<CursorSource<Integer>>of(from -> left, from -> right),
            Tuple::from,
            false);
    CompletableFuture<CursorResult<Integer>> result = union.next();
    left.asked.get(0).completeExceptionally(new IllegalArgumentException("planted"));
    right.give(1);

    assertThrows(CompletionException.class, result::join);
    assertSame(result, union.next());
    assertEquals(1, left.closed);
    assertEquals(1, right.closed);
  }

  @Test
  void childThatCannotBeOpenedClosesThoseBefore() {
    Manual left = new Manual();
    assertThrows(
        IllegalArgumentException.class,
        () ->
            Cursors.unorderedUnion(
                Continuation.START,
                List.<CursorSource<Integer>>of(
                    from -> left,
                    from -> {
                      throw new IllegalArgumentException("planted");
                    })));
    assertEquals(1, left.closed);
  }

  @Test
  void functionThatThrowsFailsTheCursor() {
    RecordCursor<Integer> cursor =
        numbers(1, 2)
            .map(
                x -> {
                  throw new IllegalArgumentException("planted");
                });
    assertThrows(CompletionException.class, () -> scans.join(cursor.next()));
    assertThrows(CompletionException.class, () -> scans.join(numbers(0).map(x -> 1 / x).count()));
  }

  @Test
  void mapAsyncRunsAsManyCallsAsItsWidthAndKeepsOrder() {
    List<CompletableFuture<String>> calls = new ArrayList<>();
    RecordCursor<String> cursor =
        Cursors.list("l", List.of(1, 2, 3, 4, 5), Continuation.START, unlimited)
            .mapAsync(
                x -> {
                  calls.add(new CompletableFuture<>());
                  return calls.get(x - 1);
                },
                3);
    assertEquals(0, calls.size());
    CompletableFuture<CursorResult<String>> first = cursor.next();
    assertEquals(3, calls.size());
    calls.get(2).complete("c");
    calls.get(1).complete("b");
    assertFalse(first.isDone());
    calls.get(0).complete("a");
    assertEquals("a", first.join().value());
    assertEquals("b", cursor.next().join().value());
    assertEquals(4, calls.size());
    assertEquals("c", cursor.next().join().value());
    assertEquals(5, calls.size());
  }

  @Test
  void mapAsyncReadsAheadUpToTheExpectedNumber() {
    List<Integer> begun = new ArrayList<>();
    RecordCursor<Integer> cursor =
        Cursors.list("l", List.of(1, 2, 3, 4, 5, 6, 7), Continuation.START, unlimited)
            .mapAsync(
                x -> {
                  begun.add(x);
                  return CompletableFuture.completedFuture(x);
                },
                5,
                2);
    assertEquals(1, cursor.next().join().value());
    assertEquals(2, cursor.next().join().value());
    assertEquals(List.of(1, 2), begun);
    assertEquals(3, cursor.next().join().value());
    assertEquals(List.of(1, 2, 3, 4), begun);
  }

  @Test
  void closingMapAsyncEndsWhatIsQueued() {
    Manual manual = new Manual();
    List<CompletableFuture<String>> calls = new ArrayList<>();
    RecordCursor<String> cursor =
        manual.mapAsync(
            x -> {
              calls.add(new CompletableFuture<>());
              return calls.get(calls.size() - 1);
            },
            2);
    CompletableFuture<CursorResult<String>> waiting = cursor.next();
    manual.give(1);
    assertEquals(2, manual.asked.size());
    cursor.close();
    manual.give(2);

    assertTrue(waiting.isCompletedExceptionally());
    assertEquals(1, calls.size());
    assertTrue(calls.get(0).isCancelled());
    assertTrue(manual.closed > 0);
  }

  @Test
  void failureInMapAsyncEndsWhatIsQueuedBehindIt() {
    List<CompletableFuture<String>> calls = new ArrayList<>();
    RecordCursor<String> cursor =
        Cursors.list("l", List.of(1, 2, 3), Continuation.START, unlimited)
            .mapAsync(
                x -> {
                  calls.add(new CompletableFuture<>());
                  return calls.get(x - 1);
                },
                3);
    CompletableFuture<CursorResult<String>> first = cursor.next();
    calls.get(0).completeExceptionally(new IllegalArgumentException("planted"));

    assertTrue(first.isCompletedExceptionally());
    assertTrue(calls.get(1).isCancelled());
    assertTrue(calls.get(2).isCancelled());
    assertSame(first, cursor.next());
  }

  @Test
  void flatMapOfWidthClosesInnerCursorsThatWereReadAhead() {
    List<Manual> inners = new ArrayList<>();
    RecordCursor<Integer> cursor =
        Cursors.flatMap(
            Continuation.START,
            from -> Cursors.list("l", List.of(1, 2, 3, 4), from, unlimited),
            FlatMap.<Integer, Integer>to(
                    (x, from) -> {
                      inners.add(new Manual());
                      return inners.get(x - 1);
                    })
                .withWidth(3));
    var unused = cursor.next();
    assertEquals(3, inners.size());
    cursor.close();
    inners.forEach(inner -> assertTrue(inner.closed > 0));
  }

  @Test
  void flatMapStartsTheInnerCursorAnewWhenTheOuterValueIsAnother() {
    FlatMap<Integer, Integer> map =
        FlatMap.to((x, from) -> scan("inner " + x, x * 10, x * 10 + 1).resume(from));
    Continuation inOne =
        scans.join(Cursors.flatMap(Continuation.START, scan("o", 1, 2), map).next()).continuation();
    assertThrows(
        CompletionException.class,
        () -> scans.join(Cursors.flatMap(inOne, scan("o", 2, 3), map).asList()));

    FlatMap<Integer, Integer> checked = map.withCheck(Tuple::from);
    Continuation inOneChecked =
        scans
            .join(Cursors.flatMap(Continuation.START, scan("o", 1, 2), checked).next())
            .continuation();
    assertEquals(
        List.of(20, 21, 30, 31),
        scans.join(Cursors.flatMap(inOneChecked, scan("o", 2, 3), checked).asList()));
    assertEquals(
        List.of(11, 20, 21),
        scans.join(Cursors.flatMap(inOneChecked, scan("o", 1, 2), checked).asList()));
  }

  @Test
  void orElseRemembersItsDecisionWhateverIsWrittenMeanwhile() {
    CursorSource<Integer> other = scan("other", 7, 8);
    Continuation inOther =
        scans.join(Cursors.orElse(Continuation.START, scan("f"), other).next()).continuation();
    assertEquals(List.of(8), scans.join(Cursors.orElse(inOther, scan("f", 1, 2), other).asList()));

    Continuation inFirst =
        scans.join(Cursors.orElse(Continuation.START, scan("f", 1), other).next()).continuation();
    assertEquals(List.of(), scans.join(Cursors.orElse(inFirst, scan("f", 1), other).asList()));
  }

  @Test
  void orElseDoesNotTakeALimitForEmptiness() {
    ScanBudget one = budget(ScanLimits.none().withRecordsMax(1));
    CursorSource<Integer> filtered =
        from -> scan(one, "f", 1, 2, 3).resume(from).filter(x -> x == 3);

    CursorResult<Integer> stop =
        scans.join(Cursors.orElse(Continuation.START, filtered, scan("o", 9)).next());

    assertEquals(Reason.RECORD_LIMIT, stop.reason());
    CursorSource<Integer> rest = from -> scan("f", 1, 2, 3).resume(from).filter(x -> x == 3);
    assertEquals(
        List.of(3), scans.join(Cursors.orElse(stop.continuation(), rest, scan("o", 9)).asList()));
  }

  @Test
  void firstOrDefaultGivesOneValueOverAllExecutions() {
    for (Integer[] rows : new Integer[][] {{}, {1, 2}}) {
      CursorSource<Integer> source =
          from ->
              Cursors.orElse(
                  from,
                  first -> Cursors.atMost(1, first, scan("f", rows)),
                  other -> Cursors.list("default", List.of(0), other, unlimited));
      CursorResult<Integer> value = scans.join(source.open(Continuation.START).next());
      assertEquals(rows.length == 0 ? 0 : 1, value.value());
      assertEquals(
          CursorResult.Stop.exhausted(), scans.join(source.open(value.continuation()).next()));
    }
  }

  @Test
  void mergeOfChildrenThatAreNotInOrderFails() {
    RecordCursor<Integer> cursor =
        Cursors.union(
            Continuation.START, List.of(scan("a", 1, 3, 2), scan("b", 9)), Tuple::from, false);
    CompletionException failed =
        assertThrows(CompletionException.class, () -> scans.join(cursor.asList()));
    assertInstanceOf(IllegalStateException.class, failed.getCause());
  }

  @Test
  void unionTellsOfCostBeforeRows() {
    ScanBudget spent = budget(ScanLimits.none().withRecordsMax(1));
    CursorSource<Integer> rows = from -> scan("a", 1, 9).resume(from).limit(1);
    CursorSource<Integer> cost = scan(spent, "b", 1, 9);
    RecordCursor<Integer> union =
        Cursors.union(Continuation.START, List.of(rows, cost), Tuple::from, false);

    assertEquals(1, scans.join(union.next()).value());
    CursorResult<Integer> stop = scans.join(union.next());

    assertEquals(Reason.RECORD_LIMIT, stop.reason());
    assertTrue(stop.reason().isOutOfBand());
    assertFalse(Reason.ROW_LIMIT.isOutOfBand());
  }

  @Test
  void limitOfAPartDoesNotLeadToTheNextPart() {
    CursorSource<Integer> limited = from -> scan("a", 1, 2).resume(from).limit(1);
    RecordCursor.Page<Integer> page =
        scans.join(Cursors.concat(Continuation.START, List.of(limited, scan("b", 3))).asPage());

    assertEquals(List.of(1), page.items());
    assertEquals(Reason.ROW_LIMIT, page.reason());
  }

  @Test
  void sharedBudgetIsOverrunByOneRowOfEachScanAtMost() {
    ScanBudget spent = budget(ScanLimits.none().withRecordsMax(1));
    List<CursorSource<Integer>> eight = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      eight.add(scan(spent, "s" + i, 1, 2, 3));
    }
    var unused = scans.join(Cursors.union(Continuation.START, eight, Tuple::from, false).asList());

    assertEquals(8, spent.records());
    assertEquals(8 * CursorLaw.ROW_BYTES, spent.bytes());
  }

  @Test
  void failingLimitsFailWhereOthersStop() {
    ScanLimits failing = ScanLimits.none().withFailing(true);
    for (ScanLimits limits :
        List.of(
            failing.withRecordsMax(2),
            failing.withBytesMax(11),
            failing.withTimeMax(Duration.ofMillis(2)))) {
      RecordCursor<Integer> cursor =
          Cursors.strict(scan(budget(limits), "a", 1, 2, 3).open(Continuation.START));
      assertEquals(1, scans.join(cursor.next()).value());
      assertEquals(2, scans.join(cursor.next()).value());
      RecordLayerException failed =
          assertFails(Code.SCAN_BUDGET_EXCEEDED, cursor.next().thenApply(x -> x));
      assertTrue(String.valueOf(failed.getMessage()).contains("2 records and 20 bytes"));
    }
  }

  @Test
  void terminals() {
    assertEquals(3, scans.join(numbers(1, 2, 3).count()));
    assertEquals(2, scans.join(numbers(1, 2, 3).limit(2).count()));
    assertEquals(0, scans.join(numbers().count()));
    assertEquals(Optional.of(1), scans.join(numbers(1, 2, 3).first()));
    assertEquals(Optional.empty(), scans.join(numbers().first()));
    List<Integer> seen = new ArrayList<>();
    CursorResult.Stop<Integer> stop =
        scans.join(numbers(1, 2, 3).limit(2).forEach(x -> scans.later(() -> seen.add(x)), 2));
    assertEquals(Reason.ROW_LIMIT, stop.reason());
    assertEquals(2, seen.size());
    assertEquals(
        List.of(3), scans.join(scan("numbers", 1, 2, 3).open(stop.continuation()).asList()));
    assertEquals(
        List.of(4, 5), scans.join(Cursors.ofFuture(scans.later(() -> numbers(4, 5))).asList()));
    assertEquals(List.of(), scans.join(Cursors.<Integer>empty().asList()));
  }

  @Test
  void countAndFirstAreNotKnownWhenTheBudgetEndsThem() {
    ScanLimits one = ScanLimits.none().withRecordsMax(1);
    RecordCursor<Integer> counted = scan(budget(one), "a", 1, 2).open(Continuation.START);
    assertFails(Code.SCAN_BUDGET_EXCEEDED, waited(counted.count()));
    RecordCursor<Integer> first =
        scan(budget(one), "a", 1, 2).open(Continuation.START).filter(x -> x == 2);
    assertFails(Code.SCAN_BUDGET_EXCEEDED, waited(first.first()));
  }

  private <T> CompletableFuture<T> waited(CompletableFuture<T> future) {
    var unused = scans.join(future.handle((value, error) -> true));
    return future;
  }

  @Test
  void deepSequencesDoNotUseUpTheStack() {
    Integer[] rows = new Integer[200_000];
    Arrays.setAll(rows, i -> i);
    RecordCursor<Integer> cursor =
        Cursors.distinct(
            Continuation.START,
            from ->
                Cursors.list("many", List.of(rows), from, unlimited)
                    .mapAsync(CompletableFuture::completedFuture, 4)
                    .filter(x -> x % 100_000 == 7),
            Tuple::from);
    assertEquals(List.of(7, 100_007), scans.join(cursor.asList()));
  }

  @Test
  void widthsAndCountsMustBeSensible() {
    assertThrows(IllegalArgumentException.class, () -> numbers().limit(0));
    assertThrows(
        IllegalArgumentException.class,
        () -> numbers().mapAsync(CompletableFuture::completedFuture, 0));
    assertThrows(
        IllegalArgumentException.class, () -> Cursors.skip(-1, Continuation.START, scan("a", 1)));
    assertThrows(
        IllegalArgumentException.class, () -> Cursors.concat(Continuation.START, List.of()));
    assertThrows(
        IllegalArgumentException.class,
        () -> Cursors.<Integer>union(Continuation.START, List.of(), Tuple::from, false));
    assertThrows(
        IllegalArgumentException.class, () -> FlatMap.to((x, y) -> numbers()).withWidth(0));
    assertThrows(IllegalArgumentException.class, () -> ScanOptions.defaults().withSkip(-1));
    assertThrows(IllegalArgumentException.class, () -> ScanOptions.defaults().withRecordsMax(-1));
  }
}
