package dev.tenure.embedded.range;

import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.ArrayList;
import java.util.List;

/**
 * The common part of forward and backward range reads: the two selectors, their cursors, and the
 * rows taken so far.
 *
 * <p>A scan resolves its selectors as far as the known rows allow, and then walks from one cursor
 * towards the other. On an unknown segment it reads stored rows, adds them to the known rows, and
 * resolves again. A batch that may end early ends at the second unknown segment. So it needs only
 * one request to storage.
 */
public abstract class RangeScan {
  final ReadView view;
  final Selector begin;
  final Selector end;
  final RangeLimits limits;
  final List<KeyValue> rows = new ArrayList<>();
  final Segments near;
  final Segments far;
  boolean reachedBegin;
  boolean reachedEnd;
  boolean more;

  /** The number of rows that will not count towards the limit, and so are requested in addition. */
  long extraRows;

  int requests;

  RangeScan(ReadView view, Selector begin, Selector end, RangeLimits limits) {
    this.view = view;
    this.begin = begin;
    this.end = end;
    this.limits = limits;
    this.near = view.segments();
    this.far = view.segments();
  }

  /** See {@link ReadView#keyOf}. */
  static byte[] keyOf(ReadView view, Selector selector) {
    if (!selector.isBackward()) {
      Selector end = Selector.firstAtOrAfter(view.readEnd());
      RangeBatch batch = new ForwardScan(view, selector.copy(), end, RangeLimits.ofRows(1)).run();
      return batch.reachedBegin()
          ? KeyBytes.EMPTY
          : batch.reachedEnd() || batch.rows().isEmpty() ? view.readEnd() : batch.first().getKey();
    }
    Selector begin = Selector.firstAtOrAfter(KeyBytes.EMPTY);
    Selector end = Selector.of(selector.key, selector.offset + 1);
    RangeBatch batch = new BackwardScan(view, begin, end, RangeLimits.ofRows(1)).run();
    return batch.reachedEnd()
        ? view.readEnd()
        : batch.reachedBegin() || batch.rows().isEmpty() ? KeyBytes.EMPTY : batch.first().getKey();
  }

  /**
   * Moves a selector, and a cursor with it, as near to the selector's key as the known rows allow.
   * A selector that is known to run off a border becomes that border.
   */
  final void resolve(Selector selector, Segments at) {
    boolean settled = selector.isFirstAtOrAfter();
    at.seek(selector.key);
    if (selector.isBackward()
        && selector.key.length > 0
        && KeyBytes.compare(at.begin, selector.key) == 0) {
      at.previous();
    }
    byte[] key = selector.isBackward() ? backward(selector, at) : forward(selector, at);
    if (!settled) {
      selector.remaining = selector.offset;
    }
    if (at.isKnown() && selector.offset < 1) {
      reachedBegin = true;
      selector.settle(KeyBytes.EMPTY);
    } else if (at.isKnown() && selector.offset > 1) {
      reachedEnd = true;
      selector.settle(view.readEnd());
    } else {
      selector.key = skipEmpty(at, key);
    }
  }

  private byte[] forward(Selector selector, Segments at) {
    byte[] key = selector.key;
    while (selector.offset > 1 && at.isKnown() && KeyBytes.isBefore(at.end, view.readEnd())) {
      if (at.isRow()) {
        selector.offset--;
      }
      at.next();
      key = at.begin;
    }
    return key;
  }

  private static byte[] backward(Selector selector, Segments at) {
    byte[] key = selector.key;
    while (selector.offset < 1 && at.isKnown() && !at.isAtStart()) {
      if (at.isRow()) {
        selector.offset++;
        if (selector.isFirstAtOrAfter()) {
          return at.begin;
        }
      }
      at.previous();
      key = at.end;
    }
    return key;
  }

  private byte[] skipEmpty(Segments at, byte[] from) {
    byte[] key = from;
    while (!at.isUnreadable() && at.isEmpty() && KeyBytes.isBefore(at.end, view.readEnd())) {
      at.next();
      key = at.begin;
    }
    return key;
  }

  final boolean isInverted() {
    return begin.remaining >= end.remaining && begin.isAtOrAfter(end.key);
  }

  final boolean isFromEnd() {
    return begin.isFirstAtOrAfter() && KeyBytes.compare(begin.key, view.readEnd()) == 0;
  }

  final boolean isToStart() {
    return end.isFirstAtOrAfter() && end.key.length == 0;
  }

  final byte[] keyNoting(Selector selector) {
    byte[] key = keyOf(view, selector);
    reachedBegin |= key.length == 0;
    reachedEnd |= KeyBytes.compare(key, view.readEnd()) == 0;
    return key;
  }

  final RangeBatch nothing() {
    return new RangeBatch(List.of(), false, reachedBegin, reachedEnd);
  }
}
