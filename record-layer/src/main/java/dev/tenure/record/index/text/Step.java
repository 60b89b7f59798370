package dev.tenure.record.index.text;

/**
 * The position of postings after a move.
 *
 * @param kind whether the position is a record
 * @param bound the record; after STOPPED, the position at which to continue
 */
record Step(Kind kind, Bound bound) {
  private static final Step ENDED = new Step(Kind.ENDED, Bound.start());

  /** The kinds of positions. */
  enum Kind {
    /** The postings are at a record. */
    FOUND,
    /** The budget was used up before a record was found. There is no record before the bound. */
    STOPPED,
    /** There are no more records. */
    ENDED
  }

  static Step found(byte[] record) {
    return new Step(Kind.FOUND, Bound.at(record));
  }

  static Step stopped(Bound bound) {
    return new Step(Kind.STOPPED, bound);
  }

  static Step ended() {
    return ENDED;
  }

  boolean isFound() {
    return kind == Kind.FOUND;
  }

  boolean isEnded() {
    return kind == Kind.ENDED;
  }
}
