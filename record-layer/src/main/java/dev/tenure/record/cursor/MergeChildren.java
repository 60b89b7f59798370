package dev.tenure.record.cursor;

import com.apple.foundationdb.tuple.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

  /** Reads as {@link #read}, but only results that are at hand; whether each child has one. */
  boolean readAtHand() {
    boolean all = true;
    for (MergeChild<T> child : children) {
      all &= child.readAtHand();
    }
    return all;
  }

  boolean anyExhausted() {
    for (MergeChild<T> child : children) {
      if (child.isExhausted()) {
        return true;
      }
    }
    return false;
  }

  boolean allExhausted() {
    for (MergeChild<T> child : children) {
      if (!child.isExhausted()) {
        return false;
      }
    }
    return true;
  }

  /**
   * The stop when a child has met a limit; null while none has. A limit of costs takes precedence
   * over a limit of rows.
   */
  @Nullable CursorResult<T> limited() {
    CursorResult.Reason found = null;
    for (MergeChild<T> child : children) {
      if (child.isLimited()) {
        CursorResult.Reason reason = child.result().reason();
        found = found == null || (!found.isOutOfBand() && reason.isOutOfBand()) ? reason : found;
      }
    }
    return found == null ? null : new CursorResult.Stop<>(found, continuation());
  }

  /** The first key in the order of the merge; at least one child has one. */
  byte[] firstKey() {
    return outermostKey(true);
  }

  /** The last key in the order of the merge; at least one child has one. */
  byte[] lastKey() {
    return outermostKey(false);
  }

  private byte[] outermostKey(boolean first) {
    byte[] found = null;
    for (MergeChild<T> child : children) {
      if (child.result().hasNext()
          && (found == null || MergeChild.compare(child.key(), found, reverse) < 0 == first)) {
        found = child.key();
      }
    }
    return Objects.requireNonNull(found, "key of a child");
  }

  boolean allAt(byte[] key) {
    for (MergeChild<T> child : children) {
      if (!child.result().hasNext() || !Arrays.equals(child.key(), key)) {
        return false;
      }
    }
    return true;
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
    List<Continuation> inner = new ArrayList<>(children.size());
    children.forEach(child -> inner.add(child.continuation()));
    return Continuation.of(operator, fingerprint(), NO_STATE, inner);
  }

  void close() {
    children.forEach(MergeChild::close);
  }
}
