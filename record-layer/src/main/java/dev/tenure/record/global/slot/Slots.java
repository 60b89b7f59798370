package dev.tenure.record.global.slot;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.Shards;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * The slots of primary keys: for each slot, the data shard that has its records.
 *
 * @param id the number of the slot move, which no other slot move has
 */
public record Slots(SlotTable table, long id, Phase phase) {
  private static final int COLUMNS = 4;

  /** The phases of a slot move. */
  public enum Phase {
    /** No slot moves. */
    STABLE,
    /** Clients follow markers, and write none. */
    PREPARING,
    /** A walk moves the records. A marker takes the place of each record that has moved. */
    MOVING,
    /** All records have moved, and clients ask only the targets. A walk deletes the markers. */
    SWEEPING;

    public Phase next() {
      return switch (this) {
        case STABLE -> PREPARING;
        case PREPARING -> MOVING;
        case MOVING -> SWEEPING;
        case SWEEPING -> STABLE;
      };
    }
  }

  public Slots {
    if (phase == Phase.STABLE && !table.isStable()) {
      throw new IllegalArgumentException("slots move, but the phase is " + phase);
    }
  }

  /**
   * The table that describes the places of {@link Shards#hashed}, so that no record moves.
   *
   * @throws IllegalArgumentException for shards that are not from {@link Shards#hashed}
   */
  public static Slots of(Shards shards) {
    shards.requireHashed();
    return new Slots(SlotTable.hashed(shards.data().size()), 0, Phase.STABLE);
  }

  /**
   * Spreads the slots evenly over the shards at the given places. No other shard keeps a slot. As
   * few slots as possible move.
   *
   * @throws IllegalArgumentException without a shard, with a negative place, with more shards than
   *     slots, or when no slot moves
   */
  public Slots spread(Collection<Integer> shards) {
    return new Slots(table.spreadAnew(shards), id, Phase.PREPARING);
  }

  public void requireStable() {
    if (phase != Phase.STABLE) {
      throw new IllegalStateException(
          "a move of slots is in phase " + phase + "; Moves.run ends it");
    }
  }

  /** The same move with another id, or in another phase. */
  public Slots with(long newId, Phase newPhase) {
    return newPhase == Phase.STABLE
        ? new Slots(table.ended(), newId, newPhase)
        : new Slots(table, newId, newPhase);
  }

  /**
   * Checks that this process has all shards of the table.
   *
   * @throws RecordLayerException METADATA_NEWER when a shard is missing
   */
  public void require(Shards shards) {
    if (table.shardsMin() > shards.data().size()) {
      throw new RecordLayerException(
          Code.METADATA_NEWER,
          "the stored slots lie in "
              + table.shardsMin()
              + " data shards; this process was given "
              + shards.data().size());
    }
  }

  boolean isMoving() {
    return phase == Phase.PREPARING || phase == Phase.MOVING;
  }

  int slotOf(PrimaryKey key) {
    return table.slotOf(Shards.hash(key));
  }

  /** The place of the shard that operations ask first for a record. */
  int placeOf(PrimaryKey key) {
    return (isMoving() ? table.from() : table.to()).get(slotOf(key));
  }

  /** The shards that the slots of one shard move to. */
  Set<Integer> targets(int place) {
    Set<Integer> targets = new TreeSet<>();
    for (int slot = 0; isMoving() && slot < table.from().size(); slot++) {
      if (table.moves(slot) && table.from().get(slot) == place) {
        targets.add(table.to().get(slot));
      }
    }
    return targets;
  }

  /** The columns of the stored form. */
  public Tuple encode() {
    return Tuple.from(id, phase.name()).addAll(table.encode());
  }

  /**
   * Reads the stored form.
   *
   * @throws IllegalArgumentException when it does not have the columns of {@link #encode}
   */
  public static Slots decode(Tuple stored) {
    if (stored.size() != COLUMNS) {
      throw new IllegalArgumentException(stored.size() + " columns, expected " + COLUMNS);
    }
    return new Slots(
        SlotTable.decode(stored, 2), stored.getLong(0), Phase.valueOf(stored.getString(1)));
  }
}
