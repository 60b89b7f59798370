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
 * Which data shard has the records of which slot.
 *
 * @param id tells this move from all others
 */
public record Slots(SlotTable table, long id, Phase phase) {
  private static final int COLUMNS = 4;

  /** How far a move is. */
  public enum Phase {
    /** No slot moves. */
    STABLE,
    /** Clients follow markers, and set none. */
    PREPARING,
    /** Records move, and markers tell which have moved. */
    MOVING,
    /** All records have moved, and clients ask the new shards alone. The markers are deleted. */
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
      throw new IllegalArgumentException("slots move in the phase " + phase);
    }
  }

  /**
   * The places that shards have without a table.
   *
   * @throws IllegalArgumentException for shards that are not from {@link Shards#hashed}
   */
  public static Slots of(Shards shards) {
    shards.requireHashed();
    return new Slots(SlotTable.hashed(shards.data().size()), 0, Phase.STABLE);
  }

  /**
   * Spreads the data records evenly over the shards with some places, and over no others, with as
   * few moves as possible.
   *
   * @throws IllegalArgumentException without a shard, with a negative place, with more shards than
   *     slots, or when no slot moves
   */
  public Slots spread(Collection<Integer> shards) {
    return new Slots(table.spreadAnew(shards), id, Phase.PREPARING);
  }

  public void requireStable() {
    if (phase != Phase.STABLE) {
      throw new IllegalStateException("a move of slots is " + phase + "; finish that first");
    }
  }

  /** The same move with another id, or in another phase. */
  public Slots with(long newId, Phase newPhase) {
    return newPhase == Phase.STABLE
        ? new Slots(table.ended(), newId, newPhase)
        : new Slots(table, newId, newPhase);
  }

  /**
   * Checks that a process was given all shards.
   *
   * @throws RecordLayerException METADATA_NEWER when it was not
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
   * @throws IllegalArgumentException when it is another one
   */
  public static Slots decode(Tuple stored) {
    if (stored.size() != COLUMNS) {
      throw new IllegalArgumentException(stored.size() + " columns, expected " + COLUMNS);
    }
    return new Slots(
        SlotTable.decode(stored, 2), stored.getLong(0), Phase.valueOf(stored.getString(1)));
  }
}
