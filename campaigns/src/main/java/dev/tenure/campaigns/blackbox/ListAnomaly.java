package dev.tenure.campaigns.blackbox;

/**
 * A fact of a history of lists that no serial order explains.
 */
public record ListAnomaly(Kind kind, String what) {

  /**
   * The names are those of Adya's thesis and of Elle.
   */
  public enum Kind {
    /**
     * Two reads of a list differ in its beginning, or an element is in the list twice.
     */
    INCOMPATIBLE_ORDER,
    /**
     * A transaction does not see its own appends, or sees appends of others that come while it runs.
     */
    INTERNAL,
    /**
     * An element was read whose transaction was not committed.
     */
    G1A_ABORTED_READ,
    /**
     * A list was read with some, but not all, of the appends of another transaction.
     */
    G1B_INTERMEDIATE_READ,
    /**
     * An acknowledged append is missing from the last read of its list.
     */
    LOST_APPEND,
    /**
     * A cycle of writes.
     */
    G0_WRITE_CYCLE,
    /**
     * A cycle of writes and of reads of these writes.
     */
    G1C_CIRCULAR_FLOW,
    /**
     * A cycle with reads whose values were overwritten: read skew, lost update, write skew.
     */
    G2_ANTI_DEPENDENCY,
    /**
     * A cycle that only real time closes: serializable, but not strictly.
     */
    REAL_TIME_CYCLE
  }

  @Override
  public String toString() {
    return kind + ": " + what;
  }
}
