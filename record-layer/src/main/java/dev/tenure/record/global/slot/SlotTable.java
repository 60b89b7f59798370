package dev.tenure.record.global.slot;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.global.Shards;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The shards of all slots. The slot of a key is the remainder of its hash divided by the number of
 * slots.
 *
 * @param from for each slot, the place of the shard that has it
 * @param to for each slot, the place of the shard to which it moves; equal to {@code from} where it
 *     stays
 */
public record SlotTable(List<Integer> from, List<Integer> to) {
  private static final int SLOTS_MIN = 1_024;

  public SlotTable {
    from = List.copyOf(from);
    to = List.copyOf(to);
    if (from.isEmpty() || from.size() != to.size()) {
      throw new IllegalArgumentException(
          "the table has sources of "
              + from.size()
              + " slots and targets of "
              + to.size()
              + "; expected equal numbers, at least 1");
    }
  }

  /**
   * The places of {@link Shards#hashed}: a multiple of the number of shards, at least 1,024 slots.
   */
  static SlotTable hashed(int shards) {
    List<Integer> places = new ArrayList<>();
    while (places.size() < SLOTS_MIN) {
      for (int i = 0; i < shards; i++) {
        places.add(i);
      }
    }
    return new SlotTable(places, places);
  }

  int slotOf(long hash) {
    return (int) Long.remainderUnsigned(hash, from.size());
  }

  boolean moves(int slot) {
    return !from.get(slot).equals(to.get(slot));
  }

  boolean isStable() {
    return from.equals(to);
  }

  SlotTable ended() {
    return new SlotTable(to, to);
  }

  /** The shards that lose slots. */
  public Set<Integer> sources() {
    Set<Integer> sources = new TreeSet<>();
    for (int slot = 0; slot < from.size(); slot++) {
      if (moves(slot)) {
        sources.add(from.get(slot));
      }
    }
    return sources;
  }

  int shardsMin() {
    return Math.max(Collections.max(from), Collections.max(to)) + 1;
  }

  /** The number of slots of each shard after the slot move. */
  public Map<Integer, Integer> counts() {
    Map<Integer, Integer> counts = new TreeMap<>();
    to.forEach(place -> counts.merge(place, 1, Integer::sum));
    return counts;
  }

  /**
   * Spreads all slots evenly over the given shards; as few slots as possible move.
   *
   * @throws IllegalArgumentException without a shard, with a negative place, or with more shards
   *     than slots
   */
  SlotTable spread(Collection<Integer> shards) {
    TreeSet<Integer> places = new TreeSet<>(shards);
    if (places.isEmpty() || places.first() < 0 || places.size() > from.size()) {
      throw new IllegalArgumentException(
          from.size()
              + " slots cannot be spread over the shards "
              + places
              + "; expected places from 0 on, and at most one shard for each slot");
    }
    Map<Integer, Integer> room = new TreeMap<>();
    int rest = from.size() % places.size();
    for (int place : places) {
      room.put(place, from.size() / places.size() + (rest-- > 0 ? 1 : 0));
    }
    List<Integer> after = new ArrayList<>(from);
    Deque<Integer> homeless = new ArrayDeque<>();
    for (int slot = 0; slot < after.size(); slot++) {
      if (room.merge(after.get(slot), -1, Integer::sum) < 0) {
        homeless.add(slot);
      }
    }
    for (int place : places) {
      for (int left = room.getOrDefault(place, 0); left > 0; left--) {
        after.set(homeless.remove(), place);
      }
    }
    return new SlotTable(from, after);
  }

  /**
   * As {@link #spread}, for a slot move.
   *
   * @throws IllegalArgumentException as {@link #spread}, and when no slot moves
   */
  SlotTable spreadAnew(Collection<Integer> shards) {
    SlotTable after = spread(shards);
    if (after.isStable()) {
      throw new IllegalArgumentException(
          "no slot moves: the slots are spread over the shards " + shards + " already");
    }
    return after;
  }

  /** The two columns of the stored form. */
  Tuple encode() {
    return Tuple.from(Tuple.fromList(from), Tuple.fromList(to));
  }

  static SlotTable decode(Tuple stored, int column) {
    return new SlotTable(places(stored, column), places(stored, column + 1));
  }

  private static List<Integer> places(Tuple stored, int column) {
    List<Integer> places = new ArrayList<>();
    for (Object each : stored.getNestedTuple(column)) {
      places.add(Math.toIntExact(((Number) each).longValue()));
    }
    return places;
  }
}
