package dev.tenure.record.cursor;

import dev.tenure.record.tuple.Varint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One value of each child in turn, until all children have ended. State: the child whose turn it
 * is.
 */
final class UnorderedUnionCursor<T> implements RecordCursor<T> {
  private final List<Continuation> places;
  private final List<RecordCursor<T>> cursors;
  private int turn;

  UnorderedUnionCursor(Continuation from, List<CursorSource<T>> sources) {
    places =
        new ArrayList<>(MergeChildren.children(Operator.UNORDERED_UNION, from, 0, sources.size()));
    turn = from.isStart() ? 0 : ContinuationCodec.number(from.state());
    if (turn >= places.size()) {
      throw ContinuationCodec.refused("is at child " + turn + " of " + places.size());
    }
    cursors = MergeChildren.openAll(sources, places);
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return Results.until(() -> cursors.get(turn).next().thenApply(this::taken));
  }

  private Optional<CursorResult<T>> taken(CursorResult<T> result) {
    places.set(turn, result.continuation());
    if (result.hasNext()) {
      pass();
    } else if (!result.reason().isLimit()) {
      if (places.stream().allMatch(Continuation::isEnd)) {
        return Optional.of(result);
      }
      pass();
      return Optional.empty();
    }
    return Optional.of(Results.within(result, inner -> continuation()));
  }

  /** Gives the turn to the next child that has not ended. */
  private void pass() {
    do {
      turn = (turn + 1) % places.size();
    } while (places.get(turn).isEnd());
  }

  private Continuation continuation() {
    return Continuation.of(Operator.UNORDERED_UNION, 0, Varint.bytes(turn), places);
  }

  @Override
  public void close() {
    cursors.forEach(RecordCursor::close);
  }
}
