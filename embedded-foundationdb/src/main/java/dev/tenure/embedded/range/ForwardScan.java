package dev.tenure.embedded.range;

import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range forwards from its begin. The cursor {@code near} moves from the begin; {@code far}
 * stays at the end.
 */
public final class ForwardScan extends RangeScan {
  /** The rows seen after the limit. A backward end selector needs some of them to be resolved. */
  private int rowsPastLimit;

  ForwardScan(ReadView view, Selector begin, Selector end, RangeLimits limits) {
    super(view, begin, end, limits);
  }

  RangeBatch run() {
    RangeBatch answer = start();
    return answer != null ? answer : walk();
  }

  private @Nullable RangeBatch start() {
    resolveBoth();
    if (isInverted()) {
      return RangeBatch.EMPTY;
    }
    if (isFromEnd() || isToStart()) {
      return nothing();
    }
    if (end.isFirstAtOrAfter() || KeyBytes.compare(begin.key, end.key) <= 0) {
      return null;
    }
    byte[] resolvedEnd = keyNoting(end);
    if (!begin.isBackward() && begin.isAtOrAfter(resolvedEnd)) {
      return RangeBatch.EMPTY;
    }
    if (resolvedEnd.length == 0) {
      return nothing();
    }
    resolveBoth();
    return null;
  }

  private void resolveBoth() {
    resolve(begin, near);
    resolve(end, far);
  }

  private RangeBatch walk() {
    while (true) {
      if (rows.isEmpty() && isInverted()) {
        return RangeBatch.EMPTY;
      }
      if (end.offset <= 1 && end.key.length == 0) {
        return nothing();
      }
      if (hasMetEnd()) {
        settleEnd();
        break;
      }
      if (near.isKnown() && KeyBytes.compare(near.begin, far.begin) > 0) {
        if (end.isFirstAtOrAfter()) {
          break;
        }
        return nothing();
      }
      if ((limits.isReached() && isSureOfEnd()) || isAtEnd() || !step()) {
        break;
      }
    }
    return finish();
  }

  /** Takes the rows of the segment and moves on; false when the batch ends here. */
  private boolean step() {
    near.requireReadable();
    if (near.isUnknown()) {
      if (limits.hasEnoughRows() && !rows.isEmpty() && isSureOfEnd()) {
        more = true;
        return false;
      }
      fetch();
    } else if (near.isRow()) {
      take();
    } else {
      near.next();
    }
    return true;
  }

  private boolean hasMetEnd() {
    return (begin.offset >= end.offset && begin.isAtOrAfter(end.key))
        || (begin.offset >= 1 && begin.isAtOrAfter(view.readEnd()));
  }

  private void settleEnd() {
    if (!end.isFirstAtOrAfter() && !rows.isEmpty()) {
      end.settle(keyNoting(end));
    }
  }

  private boolean isSureOfEnd() {
    return rowsPastLimit >= 1 - end.offset;
  }

  private boolean isAtEnd() {
    return near.isSamePlace(far)
        && (near.isKnown()
            || (begin.offset > 0
                && end.isFirstAtOrAfter()
                && KeyBytes.compare(end.key, near.begin) == 0));
  }

  private void take() {
    KeyValue row = near.row();
    if (row == null) {
      near.next();
      return;
    }
    byte[] bound = end.isFirstAtOrAfter() ? end.key : view.readEnd();
    List<KeyValue> run = near.isStoredRow() ? near.rowsUntil(bound) : List.of(row);
    int taken = 0;
    while (taken < run.size() && !limits.isReached()) {
      limits.take(run.get(taken));
      taken++;
    }
    rowsPastLimit += run.size() - taken;
    rows.addAll(run.subList(0, taken));
    near.next();
  }

  private void fetch() {
    Segments last = near.copy();
    int clearsMax = requests == 0 ? 0 : 1 << Math.min(requests, 20);
    int clears = 0;
    if (KeyBytes.isBefore(near.begin, far.begin)) {
      clears = Math.min(UnknownStretch.skipForward(last, far, clearsMax + 100), clearsMax);
    }
    Selector to = requestEnd(last, clears, clearsMax);
    Selector from = requestBegin(clearsMax);
    if (KeyBytes.isBefore(to.key, from.key)) {
      to.key = from.key;
    }
    RangeLimits request = limits.forRequest(extraRows, 2 - from.offset, requests);
    requests++;
    extraRows = 0;
    view.fetch(from, to, request, false);
    resolveBoth();
  }

  private Selector requestEnd(Segments last, int clearsPassed, int clearsMax) {
    int clears = clearsPassed;
    Selector to;
    if (!last.isSamePlace(far)) {
      to = Selector.firstAtOrAfter(last.end);
      extraRows += Math.max(0, 1 - end.offset);
    } else if (end.offset < 1) {
      to = Selector.firstAtOrAfter(end.key);
      extraRows += 1 - end.offset;
    } else {
      to = end.copy();
      if (end.offset > 1) {
        clears += UnknownStretch.countForward(last, view.readEnd(), clearsMax - clears);
        to.offset += clears;
      }
    }
    extraRows += clears;
    return to;
  }

  private Selector requestBegin(int clearsMax) {
    if (begin.isFirstAtOrAfter()) {
      begin.key = KeyBytes.greatest(near.begin, begin.key);
      return begin.copy();
    }
    if (begin.offset > 1) {
      extraRows += begin.offset - 1;
      return Selector.firstAtOrAfter(begin.key);
    }
    int clears = UnknownStretch.countBackward(near.copy(), clearsMax);
    extraRows += clears;
    return Selector.of(begin.key, begin.offset - clears);
  }

  private RangeBatch finish() {
    boolean stopped = more || limits.isReached();
    List<KeyValue> kept = rows;
    if (end.isFirstAtOrAfter()) {
      int keep = rows.size();
      while (keep > 0 && KeyBytes.compare(rows.get(keep - 1).getKey(), end.key) >= 0) {
        keep--;
      }
      stopped &= keep == rows.size();
      kept = rows.subList(0, keep);
    }
    return new RangeBatch(kept, stopped, reachedBegin, !stopped && reachedEnd);
  }
}
