package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.record.global.SecondaryKey;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for an order of calls in which each gives what it gave, and which keeps the order of calls
 * of which one ended before the other began (linearizability, after Wing and Gong, with Lowe's memo
 * of sets of calls and states that led nowhere).
 *
 * <ul>
 *   <li>A call without effect is placed as soon as it fits: it changes nothing for the others.
 *   <li>A call whose outcome is unknown is placed at any time after its beginning, or never. If no
 *       shard has stored what it would have stored, it is left out.
 *   <li>Of several calls with an effect, the one is tried first whose effect a shard stored first.
 *       That makes the search short; it does not change what the search finds.
 * </ul>
 */
final class CallOrder {
  private static final int STEPS_MAX = 300_000;

  private final List<Call> calls;
  private final Set<SecondaryKey> loose;
  private final Set<Point> failed = new HashSet<>();
  private int steps;
  private int farthest;

  private record Point(BitSet placed, Records records) {}

  private CallOrder(List<Call> calls, Set<SecondaryKey> loose) {
    this.calls = calls;
    this.loose = loose;
  }

  /** The first call that no order explains; empty when there is an order. */
  static Optional<String> unexplained(List<Call> all, Set<SecondaryKey> loose) {
    List<Call> calls =
        all.stream()
            .filter(each -> each.isUnknown() ? each.mayHaveEffect() : !each.isVoid())
            .sorted(Comparator.comparingLong(each -> each.begin))
            .toList();
    CallOrder order = new CallOrder(calls, loose);
    if (order.from(new BitSet(), Records.NONE)) {
      return Optional.empty();
    }
    Call farthest = calls.get(order.farthest);
    return Optional.of(
        order.steps > STEPS_MAX
            ? "linearizability: " + STEPS_MAX + " steps found no order that explains " + farthest
            : "linearizability: no order explains " + farthest);
  }

  private boolean from(BitSet placed, Records records) {
    List<Integer> next = placeAllWithoutEffect(placed, records);
    farthest = Math.max(farthest, firstKnown(placed));
    if (firstKnown(placed) == calls.size()) {
      return true;
    }
    if (++steps > STEPS_MAX || !failed.add(new Point((BitSet) placed.clone(), records))) {
      return false;
    }
    next.sort(Comparator.comparingLong(i -> likelyTime(calls.get(i))));
    for (int i : next) {
      for (Records after : likelyFirst(calls.get(i), records)) {
        BitSet longer = (BitSet) placed.clone();
        longer.set(i);
        if (!after.equals(records) && from(longer, after)) {
          return true;
        }
      }
    }
    return false;
  }

  /** An unknown call that stored nothing has most likely no effect, whenever it ended. */
  private static long likelyTime(Call call) {
    long stored = Math.min(call.effect, call.maybeDeleted);
    return call.isUnknown() ? stored : Math.min(stored, call.end);
  }

  private List<Records> likelyFirst(Call call, Records records) {
    List<SeenRecord> before = records.rowOf(call.changed);
    return records.after(call, loose).stream()
        .sorted(Comparator.comparing(after -> after.rowOf(call.changed).equals(before)))
        .toList();
  }

  /** Gives the calls that may come next after that, and have an effect. */
  private List<Integer> placeAllWithoutEffect(BitSet placed, Records records) {
    while (true) {
      List<Integer> next = candidates(placed);
      boolean isAnyPlaced = false;
      for (int i : next) {
        Call call = calls.get(i);
        if (!call.isUnknown() && records.after(call, loose).equals(List.of(records))) {
          placed.set(i);
          isAnyPlaced = true;
        }
      }
      if (!isAnyPlaced) {
        return next;
      }
    }
  }

  /** The calls that began before each of those that are left ended. */
  private List<Integer> candidates(BitSet placed) {
    long firstEnd = Long.MAX_VALUE;
    List<Integer> next = new ArrayList<>();
    for (int i = placed.nextClearBit(0); i < calls.size(); i = placed.nextClearBit(i + 1)) {
      if (calls.get(i).begin > firstEnd) {
        break;
      }
      if (!calls.get(i).isUnknown()) {
        firstEnd = Math.min(firstEnd, calls.get(i).end);
      }
      next.add(i);
    }
    long end = firstEnd;
    next.removeIf(i -> calls.get(i).begin > end);
    return next;
  }

  /** The first call without a place whose outcome is known. */
  private int firstKnown(BitSet placed) {
    int i = placed.nextClearBit(0);
    while (i < calls.size() && calls.get(i).isUnknown()) {
      i = placed.nextClearBit(i + 1);
    }
    return i;
  }
}
