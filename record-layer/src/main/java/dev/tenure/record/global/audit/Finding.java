package dev.tenure.record.global.audit;

import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import java.util.Optional;

/**
 * The result of an audit for one record or one secondary key. The value of the key may be personal
 * data.
 *
 * @param owner the primary key of the data record, or the one to which the index record refers
 * @param key the secondary key; empty for a dummy
 * @param result the result of the repair
 */
public record Finding(State state, PrimaryKey owner, Optional<SecondaryKey> key, Result result) {

  /** The states of the paper (section 2.1), and further states that an audit finds. */
  public enum State {
    /** The index record refers to a record that owns its key. */
    VALID,
    /** A record owns a key that has no index record. The protocol never lets that happen. */
    MISSING,
    /** The index record refers to no record, or to a dummy. */
    ORPHANED,
    /** The index record refers to a record that does not own its key. */
    DISOWNED,
    /**
     * The index record lies in a shard in which no client looks for its key, because its slot
     * moved.
     */
    MISPLACED,
    /** A create left a dummy data record, which is older than the audit allows. */
    DUMMY,
    /** The record was written while the index shard of the key was down. */
    UNINDEXED,
    /** Another record owns the alternate key, too. */
    VIOLATION,
    /** The record changed each time that the audit read it again. */
    UNDECIDED
  }

  /** The result of a repair. */
  public enum Result {
    /** The audit does not repair, or nothing is wrong. */
    NONE,
    REPAIRED,
    /** A write was under way. A later audit finds the problem again. */
    LEFT,
    /** Another record owns the key: a person decides. */
    NOTED
  }
}
