package dev.tenure.record.global.slot;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import java.util.Collection;
import java.util.List;

/** Which index shard has the index records of the secondary keys of which slot. */
public record IndexSlots(SlotTable table, Phase phase) {
  private static final int COLUMNS = 3;

  /** How far a move is. */
  public enum Phase {
    /** No slot moves. */
    STABLE,
    /** Writes take both places, and reads the first. All index records get to the second place. */
    FILLING,
    /** Writes take both places, and reads the second. */
    SWITCHED,
    /** Only the second place is used. The index records at the first are deleted. */
    SWEEPING;

    public Phase next() {
      return switch (this) {
        case STABLE -> FILLING;
        case FILLING -> SWITCHED;
        case SWITCHED -> SWEEPING;
        case SWEEPING -> STABLE;
      };
    }
  }

  public IndexSlots {
    if (phase == Phase.STABLE && !table.isStable()) {
      throw new IllegalArgumentException("slots of keys move in the phase " + phase);
    }
  }

  /**
   * The places that index records have without a table.
   *
   * @throws IllegalArgumentException for shards that are not from {@link Shards#hashed}
   */
  public static IndexSlots of(Shards shards) {
    shards.requireHashed();
    return new IndexSlots(SlotTable.hashed(shards.index().size()), Phase.STABLE);
  }

  /** As {@link Slots#spread}, for index records. */
  public IndexSlots spread(Collection<Integer> shards) {
    return new IndexSlots(table.spreadAnew(shards), Phase.FILLING);
  }

  public void requireStable() {
    if (phase != Phase.STABLE) {
      throw new IllegalStateException(
          "a move of slots of keys is " + phase + "; finish that first");
    }
  }

  /** The same slots in the next phase. */
  public IndexSlots next() {
    return new IndexSlots(phase.next() == Phase.STABLE ? table.ended() : table, phase.next());
  }

  /**
   * Checks that a process was given all shards.
   *
   * @throws RecordLayerException METADATA_NEWER when it was not
   */
  public void require(Shards shards) {
    if (table.shardsMin() > shards.index().size()) {
      throw new RecordLayerException(
          Code.METADATA_NEWER,
          "the stored slots of keys lie in "
              + table.shardsMin()
              + " index shards; this process was given "
              + shards.index().size());
    }
  }

  /** Whether a key passes on from the shard at a place. */
  boolean leaves(int place, SecondaryKey key) {
    int slot = slotOf(key);
    return table.moves(slot) && table.from().get(slot) == place;
  }

  private int slotOf(SecondaryKey key) {
    return table.slotOf(Shards.hash(key));
  }

  int readPlaceOf(SecondaryKey key) {
    boolean isFirst = phase == Phase.STABLE || phase == Phase.FILLING;
    return (isFirst ? table.from() : table.to()).get(slotOf(key));
  }

  /** The places that a write takes, in order. */
  List<Integer> placesOf(SecondaryKey key) {
    int slot = slotOf(key);
    boolean areTwo = phase == Phase.FILLING || phase == Phase.SWITCHED;
    return areTwo && table.moves(slot)
        ? List.of(table.from().get(slot), table.to().get(slot))
        : List.of(table.to().get(slot));
  }

  /** The columns of the stored form. */
  public Tuple encode() {
    return Tuple.from(phase.name()).addAll(table.encode());
  }

  /**
   * Reads the stored form.
   *
   * @throws IllegalArgumentException when it is another one
   */
  public static IndexSlots decode(Tuple stored) {
    if (stored.size() != COLUMNS) {
      throw new IllegalArgumentException(stored.size() + " columns, expected " + COLUMNS);
    }
    return new IndexSlots(SlotTable.decode(stored, 1), Phase.valueOf(stored.getString(0)));
  }
}
