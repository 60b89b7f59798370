package dev.tenure.record.cursor;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** A cursor that is closed in the middle of a read leaves nothing open. */
final class CursorCloseTest {
  private final ManualCursor first = new ManualCursor();
  private final List<ManualCursor> later = new ArrayList<>();

  private CursorSource<Integer> first() {
    return from -> first;
  }

  private CursorSource<Integer> later() {
    return from -> opened();
  }

  private ManualCursor opened() {
    ManualCursor cursor = new ManualCursor();
    later.add(cursor);
    return cursor;
  }

  private void assertNothingIsOpen(CompletableFuture<?> reading) {
    assertTrue(first.closed, "the first cursor is open");
    assertTrue(later.stream().allMatch(cursor -> cursor.closed), "a later cursor is open");
    assertTrue(reading.isDone(), "the read is not done");
    Throwable error = assertThrows(Exception.class, reading::join);
    assertInstanceOf(
        CancellationException.class,
        error instanceof CompletionException ? error.getCause() : error);
  }

  @Test
  void concatOpensNoPartOnceItIsClosed() {
    RecordCursor<Integer> cursor =
        Cursors.concat(Continuation.START, List.of(first(), later(), later()));
    CompletableFuture<?> reading = cursor.next();

    cursor.close();
    first.end();

    assertNothingIsOpen(reading);
    assertTrue(later.isEmpty());
  }

  @Test
  void orElseOpensNoOtherOnceItIsClosed() {
    RecordCursor<Integer> cursor = Cursors.orElse(Continuation.START, first(), later());
    CompletableFuture<?> reading = cursor.next();

    cursor.close();
    first.end();

    assertNothingIsOpen(reading);
    assertTrue(later.isEmpty());
  }

  @Test
  void partThatIsOpenedWhileTheCursorIsClosedIsClosed() {
    List<RecordCursor<Integer>> cursors = new ArrayList<>();
    CursorSource<Integer> closing =
        from -> {
          cursors.get(0).close();
          return opened();
        };
    cursors.add(Cursors.concat(Continuation.START, List.of(first(), closing)));
    CompletableFuture<?> reading = cursors.get(0).next();

    first.end();

    assertNothingIsOpen(reading);
  }

  @Test
  void otherThatIsOpenedWhileTheCursorIsClosedIsClosed() {
    List<RecordCursor<Integer>> cursors = new ArrayList<>();
    CursorSource<Integer> closing =
        from -> {
          cursors.get(0).close();
          return opened();
        };
    cursors.add(Cursors.orElse(Continuation.START, first(), closing));
    CompletableFuture<?> reading = cursors.get(0).next();

    first.end();

    assertNothingIsOpen(reading);
  }

  @Test
  void flatMapClosesTheInnerCursorThatIsOpenedWhileItIsClosed() {
    List<RecordCursor<Integer>> cursors = new ArrayList<>();
    FlatMap<Integer, Integer> map =
        FlatMap.to(
            (outer, from) -> {
              cursors.get(0).close();
              return opened();
            });
    cursors.add(Cursors.flatMap(Continuation.START, first(), map));
    CompletableFuture<?> reading = cursors.get(0).next();

    first.give(1);

    assertNothingIsOpen(reading);
  }

  @Test
  void flatMapOpensNoInnerCursorOnceItIsClosed() {
    RecordCursor<Integer> cursor =
        Cursors.flatMap(Continuation.START, first(), FlatMap.to((outer, from) -> opened()));
    CompletableFuture<?> reading = cursor.next();

    cursor.close();
    first.give(1);

    assertNothingIsOpen(reading);
    assertTrue(later.isEmpty());
  }

  @Test
  void flatMapClosesAnInnerCursorThatCannotBeRead() {
    ManualCursor closed = opened();
    RecordCursor<Integer> unreadable = new Unreadable(closed);
    RecordCursor<Integer> cursor =
        Cursors.flatMap(Continuation.START, first(), FlatMap.to((outer, from) -> unreadable));
    CompletableFuture<?> reading = cursor.next();

    first.give(1);

    assertTrue(reading.isCompletedExceptionally());
    assertTrue(closed.closed, "the inner cursor is open");
  }

  /** Throws at once; closes another one. */
  private record Unreadable(ManualCursor closes) implements RecordCursor<Integer> {
    @Override
    public CompletableFuture<CursorResult<Integer>> next() {
      throw new IllegalArgumentException("planted");
    }

    @Override
    public void close() {
      closes.close();
    }
  }

  @Test
  void cursorThatOpensAfterTheCloseIsClosedUnread() {
    CompletableFuture<RecordCursor<Integer>> opening = new CompletableFuture<>();
    RecordCursor<Integer> cursor = Cursors.ofFuture(opening);
    CompletableFuture<?> reading = cursor.next();
    CompletableFuture<?> unread = first.asked;

    cursor.close();
    opening.complete(first);

    assertNothingIsOpen(reading);
    assertTrue(unread == first.asked, "the cursor was read");
  }

  @Test
  void sequencesOfOneCursorCloseIt() {
    List<RecordCursor<Integer>> cursors =
        List.of(
            Cursors.skip(1, Continuation.START, later()),
            Cursors.atMost(1, Continuation.START, later()),
            Cursors.distinct(Continuation.START, later(), Tuple::from),
            Cursors.plan(1, Continuation.START, later()),
            opened().filter(value -> true),
            opened().map(value -> value),
            opened().takeWhile(value -> true),
            opened().limit(2),
            opened().mapAsync(CompletableFuture::completedFuture, 3));
    for (RecordCursor<Integer> cursor : cursors) {
      var unused = cursor.next();
      cursor.close();
    }

    assertTrue(later.size() == cursors.size());
    assertTrue(later.stream().allMatch(cursor -> cursor.closed));
  }

  @Test
  void mergesCloseAllChildren() {
    List<CursorSource<Integer>> two = List.of(later(), later());
    List<RecordCursor<Integer>> cursors =
        List.of(
            Cursors.union(Continuation.START, two, Tuple::from, false),
            Cursors.intersection(Continuation.START, two, Tuple::from, false),
            Cursors.unorderedUnion(Continuation.START, two));
    for (RecordCursor<Integer> cursor : cursors) {
      var unused = cursor.next();
      cursor.close();
    }

    assertFalse(later.isEmpty());
    assertTrue(later.stream().allMatch(cursor -> cursor.closed));
  }
}
