package dev.tenure.record.cursor;

import com.apple.foundationdb.tuple.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The children of a merge, each of which has read one result ahead. A merge has no state except
 * theirs.
 */
final class MergeChildren<T> {
  private static final byte[] NO_STATE = new byte[0];

  private final Operator operator;
  private final boolean reverse;
  private final List<MergeChild<T>> children = new ArrayList<>();

  MergeChildren(
      Operator operator,
      Continuation from,
      List<CursorSource<T>> sources,
      Function<? super T, Tuple> key,
      boolean reverse) {
    this.operator = operator;
    this.reverse = reverse;
    List<Continuation> inner = children(operator, from, fingerprint(), sources.size());
    List<RecordCursor<T>> cursors = openAll(sources, inner);
    for (int i = 0; i < cursors.size(); i++) {
      String name = "child " + i + " of " + operator;
      children.add(new MergeChild<>(name, cursors.get(i), inner.get(i), key, reverse));
    }
  }

  /** The continuations of an operator's children. */
  static List<Continuation> children(
      Operator operator, Continuation from, long fingerprint, int count) {
    if (count < 1 || count > Continuation.CHILDREN_MAX) {
      throw new IllegalArgumentException(
          operator + " of " + count + " children, expected 1 to " + Continuation.CHILDREN_MAX);
    }
    return from.isStart()
        ? Collections.nCopies(count, Continuation.START)
        : from.require(operator, fingerprint, count).children();
  }

  /** Opens all sources. If one fails to open, closes those that were opened. */
  static <T> List<RecordCursor<T>> openAll(
      List<CursorSource<T>> sources, List<Continuation> inner) {
    List<RecordCursor<T>> cursors = new ArrayList<>();
    try {
      for (int i = 0; i < sources.size(); i++) {
        cursors.add(sources.get(i).resume(inner.get(i)));
      }
      return cursors;
    } catch (RuntimeException | Error e) {
      cursors.forEach(RecordCursor::close);
      throw e;
    }
  }

  private long fingerprint() {
    return reverse ? 1 : 0;
  }

  CompletableFuture<Void> read() {
    return CompletableFuture.allOf(
        children.stream().map(MergeChild::read).toArray(CompletableFuture<?>[]::new));
  }

  boolean anyExhausted() {
    return children.stream().anyMatch(MergeChild::isExhausted);
  }

  boolean allExhausted() {
    return children.stream().allMatch(MergeChild::isExhausted);
  }

  /**
   * The stop when a child has met a limit. A limit of costs takes precedence over a limit of rows.
   */
  Optional<CursorResult<T>> limited() {
    List<CursorResult.Reason> reasons =
        children.stream()
            .filter(MergeChild::isLimited)
            .map(child -> child.result().reason())
            .toList();
    return reasons.stream()
        .filter(CursorResult.Reason::isOutOfBand)
        .findFirst()
        .or(() -> reasons.stream().findFirst())
        .map(reason -> new CursorResult.Stop<>(reason, continuation()));
  }

  /** The first key in the order of the merge; at least one child has one. */
  byte[] firstKey() {
    return keys().stream().min(order()).orElseThrow();
  }

  /** The last key in the order of the merge; at least one child has one. */
  byte[] lastKey() {
    return keys().stream().max(order()).orElseThrow();
  }

  private List<byte[]> keys() {
    return children.stream()
        .filter(child -> child.result().hasNext())
        .map(MergeChild::key)
        .toList();
  }

  private Comparator<byte[]> order() {
    return (left, right) -> MergeChild.compare(left, right, reverse);
  }

  boolean allAt(byte[] key) {
    return children.stream()
        .allMatch(child -> child.result().hasNext() && Arrays.equals(child.key(), key));
  }

  /** Takes all values with this key, and returns that of the first child. */
  CursorResult<T> take(byte[] key) {
    List<T> values = new ArrayList<>();
    for (MergeChild<T> child : children) {
      if (child.result().hasNext() && Arrays.equals(child.key(), key)) {
        values.add(child.take());
      }
    }
    return new CursorResult.Value<>(values.get(0), continuation());
  }

  /** Drops all values whose key comes before this one. */
  void dropBefore(byte[] key) {
    for (MergeChild<T> child : children) {
      if (child.result().hasNext() && MergeChild.compare(child.key(), key, reverse) < 0) {
        var unused = child.take();
      }
    }
  }

  private Continuation continuation() {
    return Continuation.of(
        operator,
        fingerprint(),
        NO_STATE,
        children.stream().map(MergeChild::continuation).toList());
  }

  void close() {
    children.forEach(MergeChild::close);
  }
}
