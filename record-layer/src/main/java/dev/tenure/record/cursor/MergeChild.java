package dev.tenure.record.cursor;

import com.apple.foundationdb.tuple.Tuple;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A child of a merge. It holds one result that was read ahead, and the continuation before that
 * result.
 */
final class MergeChild<T> {
  private final String name;
  private final RecordCursor<T> cursor;
  private final Function<? super T, Tuple> key;
  private final boolean reverse;
  private Continuation behind;
  private @Nullable CursorResult<T> ahead;
  private byte @Nullable [] aheadKey;

  /**
   * A child that has read nothing.
   *
   * @param from the continuation at which the cursor was opened
   */
  MergeChild(
      String name,
      RecordCursor<T> cursor,
      Continuation from,
      Function<? super T, Tuple> key,
      boolean reverse) {
    this.name = name;
    this.cursor = cursor;
    this.behind = from;
    this.key = key;
    this.reverse = reverse;
  }

  /**
   * Reads the next result if the cursor has it at hand.
   *
   * @return whether there is a result that is not taken yet
   */
  boolean readAtHand() {
    if (ahead == null) {
      CursorResult<T> result = cursor.atHand();
      if (result != null) {
        put(result);
      }
    }
    return ahead != null;
  }

  /** Reads the next result, unless a result that was read is not taken yet. */
  CompletableFuture<?> read() {
    return ahead != null
        ? CompletableFuture.completedFuture(null)
        : cursor.next().thenAccept(this::put);
  }

  private void put(CursorResult<T> result) {
    ahead = result;
    if (!result.hasNext()) {
      return;
    }
    byte[] next =
        Results.require(key.apply(result.value()), "key function for " + name, "tuple").pack();
    byte[] before = aheadKey;
    if (before != null && compare(next, before, reverse) < 0) {
      throw new IllegalStateException(
          name
              + " gives the key "
              + Tuple.fromBytes(next)
              + " behind "
              + Tuple.fromBytes(before)
              + ": what is merged must be in the order of its keys"
              + (reverse ? ", reverse" : ""));
    }
    aheadKey = next;
  }

  static int compare(byte[] left, byte[] right, boolean reverse) {
    int order = Arrays.compareUnsigned(left, right);
    return reverse ? -order : order;
  }

  /** The result that was read and is not taken yet. */
  CursorResult<T> result() {
    if (ahead == null) {
      throw new IllegalStateException(name + " was not read");
    }
    return ahead;
  }

  boolean isExhausted() {
    return !result().hasNext() && !result().reason().isLimit();
  }

  boolean isLimited() {
    return !result().hasNext() && result().reason().isLimit();
  }

  /** The key of the value that was read and is not taken yet. */
  byte[] key() {
    if (aheadKey == null) {
      throw new IllegalStateException(name + " has no value");
    }
    return aheadKey;
  }

  /** Takes the value. */
  T take() {
    CursorResult<T> taken = result();
    behind = taken.continuation();
    ahead = null;
    return taken.value();
  }

  /** The continuation of the child, before a value that was read and is not taken yet. */
  Continuation continuation() {
    CursorResult<T> read = ahead;
    return read == null || read.hasNext() ? behind : read.continuation();
  }

  void close() {
    cursor.close();
  }
}
