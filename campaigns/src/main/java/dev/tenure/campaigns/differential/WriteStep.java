package dev.tenure.campaigns.differential;

import com.apple.foundationdb.MutationType;

/** A write of rows or of conflict ranges. */
sealed interface WriteStep extends ProgramStep {

  record Set(int transaction, String key, String value) implements WriteStep {

    @Override
    public String toString() {
      return "t%d set %s %s".formatted(transaction, Notation.shown(key), Notation.shown(value));
    }
  }

  record Clear(int transaction, String key) implements WriteStep {

    @Override
    public String toString() {
      return "t%d clear %s".formatted(transaction, Notation.shown(key));
    }
  }

  record ClearRange(int transaction, String begin, String end) implements WriteStep {

    @Override
    public String toString() {
      return "t%d clear %s to %s"
          .formatted(transaction, Notation.shown(begin), Notation.shown(end));
    }
  }

  record Mutate(int transaction, MutationType type, String key, String operand)
      implements WriteStep {

    @Override
    public String toString() {
      return "t%d %s %s %s"
          .formatted(transaction, type, Notation.shown(key), Notation.shown(operand));
    }
  }

  /** Adds a conflict range: {@code write} or read. */
  record Conflict(int transaction, boolean write, String begin, String end) implements WriteStep {

    @Override
    public String toString() {
      return "t%d add%sConflict %s to %s"
          .formatted(
              transaction, write ? "Write" : "Read", Notation.shown(begin), Notation.shown(end));
    }
  }
}
