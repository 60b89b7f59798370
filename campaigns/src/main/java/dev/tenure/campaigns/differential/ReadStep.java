package dev.tenure.campaigns.differential;

import com.apple.foundationdb.StreamingMode;

/** A read of rows. */
sealed interface ReadStep extends ProgramStep {
  boolean snapshot();

  /**
   * A key selector, in the notation of {@link Notation}.
   */
  record ProgramSelector(String key, boolean orEqual, int offset) {

    static ProgramSelector firstAtOrAfter(String key) {
      return new ProgramSelector(key, false, 1);
    }

    @Override
    public String toString() {
      String base = Notation.shown(key);
      return offset == 1 && !orEqual ? base : "(%s,%s,%d)".formatted(base, orEqual, offset);
    }
  }

  record Get(int transaction, String key, boolean snapshot) implements ReadStep {

    @Override
    public String toString() {
      return "t%d get %s%s".formatted(transaction, Notation.shown(key), mark(snapshot));
    }
  }

  record GetKey(int transaction, ProgramSelector selector, boolean snapshot) implements ReadStep {

    @Override
    public String toString() {
      return "t%d getKey %s%s".formatted(transaction, selector, mark(snapshot));
    }
  }

  /**
   * How much of a range is read, and how.
   *
   * @param limit 0: none
   * @param take how many rows an iterator gives before it is cancelled; −1: all rows, as a list
   */
  record Manner(int limit, boolean reverse, StreamingMode mode, int take) {
    static final Manner WHOLE = new Manner(0, false, StreamingMode.WANT_ALL, -1);
  }

  record GetRange(
      int transaction, ProgramSelector begin, ProgramSelector end, Manner manner, boolean snapshot)
      implements ReadStep {

    @Override
    public String toString() {
      return "t%d getRange %s to %s limit %d%s %s take %d%s"
          .formatted(
              transaction,
              begin,
              end,
              manner.limit,
              manner.reverse ? " reverse" : "",
              manner.mode,
              manner.take,
              mark(snapshot));
    }
  }

  /**
   * {@code getMappedRange}. The mapper is a tuple, given by its elements.
   */
  record GetMapped(
      int transaction,
      ProgramSelector begin,
      ProgramSelector end,
      String mapper,
      int limit,
      boolean reverse)
      implements ReadStep {

    @Override
    public boolean snapshot() {
      return false;
    }

    @Override
    public String toString() {
      return "t%d getMappedRange %s to %s by %s limit %d%s"
          .formatted(
              transaction, begin, end, Notation.shown(mapper), limit, reverse ? " reverse" : "");
    }
  }

  private static String mark(boolean snapshot) {
    return snapshot ? " snapshot" : "";
  }
}
