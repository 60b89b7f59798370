package dev.tenure.campaigns.globalindex;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a move has done: what the target holds, and the time. At even times a phase is settled: two
 * leases have passed, so that no client is left that may use the phase before.
 *
 * <pre>
 *             0 STABLE  1, 2 PREPARING  3, 4 MOVING    5, 6 SWEEPING
 * index-moves 0 STABLE  1, 2 FILLING    3, 4 SWITCHED  5, 6 SWEEPING
 * </pre>
 *
 * @param isOfIndex whether the slot of a key moves; false while no slot moves
 */
record Moved(
    boolean isOfIndex,
    int time,
    SortedMap<PrimaryKey, DataRecord> data,
    SortedMap<IndexKey, IndexRecord> index) {
  static final Moved NOTHING = new Moved(false, 0, new TreeMap<>(), new TreeMap<>());
  static final int SETTLED_PREPARING = 2;
  static final int SETTLED_MOVING = 4;
  static final int SETTLED_SWEEPING = 6;

  /** Of index records. */
  static final int SETTLED_FILLING = 2;

  private static final int SWITCHED = 2;

  Moved at(Mode mode, int newTime) {
    return new Moved(mode == Mode.INDEX_MOVES, newTime, data, index);
  }

  Moved withData(SortedMap<PrimaryKey, DataRecord> after) {
    return new Moved(isOfIndex, time, after, index);
  }

  Moved withIndex(SortedMap<IndexKey, IndexRecord> after) {
    return new Moved(isOfIndex, time, data, after);
  }

  /** The phases that a client which begins now may know. */
  List<Integer> known() {
    int phase = (time + 1) / 2;
    return time % 2 == 1 ? List.of(phase - 1, phase) : List.of(phase);
  }

  /** Whether what was read in a phase may still be used. */
  boolean isFresh(int phase) {
    return time <= 2 * phase + 1;
  }

  /** Whether clients ask the target alone for data records. */
  boolean isOver() {
    return !isOfIndex && time > SETTLED_MOVING;
  }

  /** Whether a client may look for a key that moves in the target, or else in the source. */
  boolean isReadAt(boolean isTarget) {
    return known().stream().anyMatch(phase -> (isOfIndex && phase >= SWITCHED) == isTarget);
  }
}
