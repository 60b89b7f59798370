package dev.tenure.campaigns.blackbox;

/** Something in a history of lists that no serial order explains. */
public record ListAnomaly(Kind kind, String what) {

  /** Names are those of Adya's thesis and of Elle, each with what it means. */
  public enum Kind {
    /** Two reads of a list disagree about its beginning, or an element is in it twice. */
    INCOMPATIBLE_ORDER,
    /** A transaction does not see its own appends, or sees others come while it runs. */
    INTERNAL,
    /** An element was read whose transaction was not committed. */
    G1A_ABORTED_READ,
    /** A list was read in the middle of another transaction's appends to it. */
    G1B_INTERMEDIATE_READ,
    /** An acknowledged append is not in the last read of its list. */
    LOST_APPEND,
    /** A cycle of writes alone. */
    G0_WRITE_CYCLE,
    /** A cycle of writes and reads of them. */
    G1C_CIRCULAR_FLOW,
    /** A cycle with reads that were overwritten: read skew, lost update, write skew. */
    G2_ANTI_DEPENDENCY,
    /** A cycle that only real time closes: serializable, but not strictly. */
    REAL_TIME_CYCLE
  }

  @Override
  public String toString() {
    return kind + ": " + what;
  }
}
