package dev.tenure.record.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What callers give instead of a future, a cursor or a result ends the cursor with an error. */
@NullUnmarked
final class MisbehavingFunctionTest {
  private final ManualCursor source = new ManualCursor();

  private CursorSource<Integer> source() {
    return from -> source;
  }

  private void assertFails(String message, RecordCursor<?> cursor) {
    CompletableFuture<?> reading = cursor.next();
    source.give(7);
    assertError(message, reading);
    assertTrue(source.closed, "the source is open");
  }

  private static void assertError(String message, CompletableFuture<?> reading) {
    assertTrue(reading.isDone(), "the cursor hangs");
    CompletionException failed = assertThrows(CompletionException.class, reading::join);
    assertEquals(
        message, assertInstanceOf(IllegalStateException.class, failed.getCause()).getMessage());
  }

  @Test
  void mapFailsWhenItsFunctionGivesNoValue() {
    assertFails(
        "the function of map gave null, expected a value", source.<Integer>map(value -> null));
  }

  @Test
  void distinctFailsWhenItsKeyFunctionGivesNoKey() {
    assertFails(
        "the key function of distinct gave null, expected a tuple",
        Cursors.distinct(Continuation.START, source(), value -> null));
  }

  @Test
  void mergesFailWhenTheirKeyFunctionGivesNoKey() {
    assertFails(
        "the key function for child 0 of UNION gave null, expected a tuple",
        Cursors.union(Continuation.START, List.of(source()), value -> null, false));
  }

  @Test
  void flatMapFailsWhenItsCheckGivesNoKey() {
    assertFails(
        "the check of flatMap gave null, expected a tuple",
        Cursors.flatMap(
            Continuation.START,
            source(),
            FlatMap.<Integer, Integer>to((value, from) -> source).withCheck(value -> null)));
  }

  @Test
  void listsAndFirstValuesOfNullFail() {
    CompletableFuture<?> list =
        source.<Integer>mapAsync(value -> CompletableFuture.completedFuture(null), 1).asList();
    source.give(7);

    assertError("the cursor gave null, expected a value", list);
    assertTrue(source.closed, "the source is open");

    ManualCursor other = new ManualCursor();
    CompletableFuture<?> first =
        other.<Integer>mapAsync(value -> CompletableFuture.completedFuture(null), 1).first();
    other.give(7);

    assertError("the cursor gave null, expected a value", first);
  }

  @Test
  void sourceThatIsNoCursorIsRefusedWhenTheOperatorOpens() {
    CursorSource<Integer> nothing = from -> null;

    assertEquals(
        "the source of an operator gave null, expected a cursor",
        assertThrows(
                IllegalStateException.class,
                () -> Cursors.distinct(Continuation.START, nothing, value -> Tuple.from(value)))
            .getMessage());
  }

  @Test
  void mapAsyncFailsWhenItsFunctionGivesNoFuture() {
    assertFails(
        "the function of mapAsync gave null, expected a future",
        source.<Integer>mapAsync(value -> null, 1));
  }

  @Test
  void mapAsyncFailsWhenItsFunctionGivesNoFutureForAValueReadAhead() {
    RecordCursor<Integer> cursor =
        source.<Integer>mapAsync(
            value -> value == 1 ? CompletableFuture.completedFuture(1) : null, 3);
    CompletableFuture<CursorResult<Integer>> reading = cursor.next();
    source.give(1);
    source.give(2);

    assertEquals(1, reading.join().value());
    assertError("the function of mapAsync gave null, expected a future", cursor.next());
  }

  @Test
  void filterAsyncFailsWhenItsPredicateGivesNoFuture() {
    assertFails(
        "the predicate of filterAsync gave null, expected a future",
        source.filterAsync(value -> null, 1));
  }

  @Test
  void filterAsyncFailsWhenItsPredicateGivesNoAnswer() {
    assertFails(
        "the predicate of filterAsync gave null, expected true or false",
        source.filterAsync(value -> CompletableFuture.completedFuture(null), 1));
  }

  @Test
  void forEachFailsWhenItsActionGivesNoFuture() {
    CompletableFuture<?> done = source.forEach(value -> null, 2);
    source.give(7);

    assertError("the action of forEach gave null, expected a future", done);
  }

  @Test
  void flatMapFailsWhenItsFunctionGivesNoCursor() {
    assertFails(
        "the function of flatMap gave null, expected a cursor",
        Cursors.flatMap(
            Continuation.START, source(), FlatMap.<Integer, Integer>to((value, from) -> null)));
  }

  @Test
  void cursorWhoseOpeningGivesNullFails() {
    assertError(
        "the opening of a cursor gave null, expected a cursor",
        Cursors.<Integer>ofFuture(CompletableFuture.completedFuture(null)).next());
  }

  @Test
  void pipelineFailsWhenItsSourceGivesNoResult() {
    RecordCursor<Integer> cursor = source.mapAsync(CompletableFuture::completedFuture, 1);
    CompletableFuture<?> reading = cursor.next();
    source.asked.complete(null);

    assertError("the source of a cursor gave null, expected a result", reading);
  }

  @Test
  void partThatIsNoCursorFailsTheSequence() {
    CursorSource<Integer> nothing = from -> null;
    RecordCursor<Integer> cursor = Cursors.concat(Continuation.START, List.of(source(), nothing));
    CompletableFuture<?> reading = cursor.next();
    source.end();

    assertError("the opening of the next part gave null, expected a cursor", reading);
  }
}
