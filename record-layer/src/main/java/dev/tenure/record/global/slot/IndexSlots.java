package dev.tenure.record.global.slot;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import java.util.Collection;
import java.util.List;

/** The slots of secondary keys: for each slot, the index shard that has its index records. */
public record IndexSlots(SlotTable table, Phase phase) {
  private static final int COLUMNS = 3;

  /** The phases of a slot move. */
  public enum Phase {
    /** No slot moves. */
    STABLE,
    /** Writes insert into both places, and reads ask the first. A walk fills the second place. */
    FILLING,
    /** Writes insert into both places, and reads ask the second. */
    SWITCHED,
    /** Only the second place is used. A walk deletes the index records in the first. */
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
      throw new IllegalArgumentException("slots of keys move, but the phase is " + phase);
    }
  }

  /**
   * The table that describes the places of {@link Shards#hashed}, so that no index record moves.
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
          "a move of slots of keys is in phase " + phase + "; Moves.run ends it");
    }
  }

  /** The same slots in the next phase. */
  public IndexSlots next() {
    return new IndexSlots(phase.next() == Phase.STABLE ? table.ended() : table, phase.next());
  }

  /**
   * Checks that this process has all shards of the table.
   *
   * @throws RecordLayerException METADATA_NEWER when a shard is missing
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

  /** Whether the slot of a key moves away from the shard at a place. */
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

  /** The places into which a write inserts the index record of a key, in order. */
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
   * @throws IllegalArgumentException when it does not have the columns of {@link #encode}
   */
  public static IndexSlots decode(Tuple stored) {
    if (stored.size() != COLUMNS) {
      throw new IllegalArgumentException(stored.size() + " columns, expected " + COLUMNS);
    }
    return new IndexSlots(SlotTable.decode(stored, 1), Phase.valueOf(stored.getString(0)));
  }
}
