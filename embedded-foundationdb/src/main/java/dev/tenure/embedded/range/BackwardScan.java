package dev.tenure.embedded.range;

import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range backwards from its end. The cursor {@code near} moves from the end; {@code far}
 * stays at the begin.
 */
public final class BackwardScan extends RangeScan {
  /**
   * The rows seen after the limit. A begin selector that skips rows needs some of them to be
   * resolved.
   */
  private int rowsPastLimit;

  BackwardScan(ReadView view, Selector begin, Selector end, RangeLimits limits) {
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
    if (begin.isFirstAtOrAfter() || KeyBytes.compare(begin.key, end.key) <= 0) {
      return null;
    }
    byte[] resolvedBegin = keyNoting(begin);
    if (end.offset <= 1 && KeyBytes.compare(resolvedBegin, end.key) >= 0) {
      return RangeBatch.EMPTY;
    }
    if (KeyBytes.compare(resolvedBegin, view.readEnd()) == 0) {
      return nothing();
    }
    resolveBoth();
    return null;
  }

  private void resolveBoth() {
    resolve(end, near);
    resolve(begin, far);
  }

  private RangeBatch walk() {
    while (true) {
      if (rows.isEmpty() && isInverted()) {
        return RangeBatch.EMPTY;
      }
      if (!begin.isBackward() && begin.isAtOrAfter(view.readEnd())) {
        return nothing();
      }
      if (hasMetBegin()) {
        settleBegin();
        break;
      }
      if (isSureOfBegin() && near.isKnown() && KeyBytes.isBefore(near.begin, far.begin)) {
        if (begin.isFirstAtOrAfter()) {
          break;
        }
        return nothing();
      }
      if ((limits.isReached() && isSureOfBegin()) || !enterSegment() || !step()) {
        break;
      }
    }
    return finish();
  }

  private boolean hasMetBegin() {
    return (begin.offset >= end.offset && begin.isAtOrAfter(end.key))
        || (end.offset <= 1 && end.key.length == 0);
  }

  private void settleBegin() {
    if (!begin.isFirstAtOrAfter() && !rows.isEmpty()) {
      begin.settle(keyNoting(begin));
    }
  }

  private boolean isSureOfBegin() {
    return rowsPastLimit >= begin.offset - 1;
  }

  /** Steps below the end, which is exclusive; false when no key is below it. */
  private boolean enterSegment() {
    if (end.isFirstAtOrAfter() && KeyBytes.compare(end.key, near.begin) == 0) {
      if (isSureOfBegin() && near.isSamePlace(far)) {
        return false;
      }
      near.previous();
    }
    return true;
  }

  private boolean step() {
    near.requireReadable();
    if (near.isUnknown()) {
      if (limits.hasBytes() && !rows.isEmpty() && isSureOfBegin()) {
        more = true;
        return false;
      }
      fetch();
      return true;
    }
    if (near.isRow()) {
      take();
    }
    if (near.isSamePlace(far)) {
      return false;
    }
    near.previous();
    return true;
  }

  private void take() {
    KeyValue row = near.row();
    if (row == null) {
      return;
    }
    byte[] bound = begin.isFirstAtOrAfter() ? begin.key : KeyBytes.EMPTY;
    List<KeyValue> run = near.isStoredRow() ? near.rowsBackTo(bound) : List.of(row);
    int taken = 0;
    while (taken < run.size() && !limits.isReached()) {
      KeyValue next = run.get(run.size() - 1 - taken);
      limits.take(next);
      rows.add(next);
      taken++;
    }
    rowsPastLimit += run.size() - taken;
  }

  private void fetch() {
    Segments last = near.copy();
    int clearsMax = requests == 0 ? 0 : 1 << Math.min(requests, 20);
    int clears = 0;
    if (KeyBytes.isBefore(far.begin, near.begin)) {
      clears = Math.min(UnknownStretch.skipBackward(last, far, clearsMax + 100), clearsMax);
    }
    Selector from = requestBegin(last, clears, clearsMax);
    Selector to = requestEnd(clearsMax);
    if (KeyBytes.isBefore(to.key, from.key)) {
      from.key = to.key;
    }
    RangeLimits request = limits.forRequest(extraRows, to.offset, requests);
    requests++;
    extraRows = 0;
    view.fetch(from, to, request, true);
    resolveBoth();
  }

  private Selector requestBegin(Segments last, int clearsPassed, int clearsMax) {
    int clears = clearsPassed;
    Selector from;
    if (!last.isSamePlace(far)) {
      from = Selector.firstAtOrAfter(last.begin);
      extraRows += Math.max(0, begin.offset - 1);
    } else if (begin.offset > 1) {
      from = Selector.firstAtOrAfter(begin.key);
      extraRows += begin.offset - 1;
    } else {
      from = begin.copy();
      if (begin.offset < 1) {
        clears += UnknownStretch.countBackward(last, clearsMax - clears);
        from.offset -= clears;
      }
    }
    extraRows += clears;
    return from;
  }

  private Selector requestEnd(int clearsMax) {
    if (end.isFirstAtOrAfter()) {
      end.key = KeyBytes.least(near.end, end.key);
      return end.copy();
    }
    if (end.offset < 1) {
      extraRows += 1 - end.offset;
      return Selector.firstAtOrAfter(end.key);
    }
    int clears = UnknownStretch.countForward(near.copy(), view.readEnd(), clearsMax);
    extraRows += clears;
    return Selector.of(end.key, end.offset + clears);
  }

  private RangeBatch finish() {
    boolean stopped = more || limits.isReached();
    List<KeyValue> kept = rows;
    if (begin.isFirstAtOrAfter()) {
      int keep = rows.size();
      while (keep > 0 && KeyBytes.isBefore(rows.get(keep - 1).getKey(), begin.key)) {
        keep--;
      }
      stopped &= keep == rows.size();
      kept = rows.subList(0, keep);
    }
    return new RangeBatch(kept, stopped, !stopped && reachedBegin, reachedEnd);
  }
}
