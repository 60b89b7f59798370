package dev.tenure.campaigns.globalindex;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.PrimaryKey;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a move has done: what the target holds, and the time. At even times a phase is settled: two
 * leases have passed, so that no client is left that may use the phase before.
 *
 * <pre>
 * 0 STABLE  1, 2 PREPARING  3, 4 MOVING  5, 6 SWEEPING
 * </pre>
 */
record Moved(int time, SortedMap<PrimaryKey, DataRecord> data) {
  static final Moved NOTHING = new Moved(0, new TreeMap<>());
  static final int SETTLED_PREPARING = 2;
  static final int SETTLED_MOVING = 4;
  static final int SETTLED_SWEEPING = 6;

  Moved at(int newTime) {
    return new Moved(newTime, data);
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

  /** Whether clients ask the target alone. */
  boolean isOver() {
    return time > SETTLED_MOVING;
  }
}
