package dev.tenure.testkit.engine;

/** What can befall an engine's clients. */
public enum EngineFault {
  /** A commit failed with 1020 though nothing was written meanwhile. */
  CONFLICT_INJECTED,
  /** A commit failed with 1007. */
  TOO_OLD_INJECTED,
  /** A commit was applied and answered with 1021. */
  UNKNOWN_APPLIED,
  /** A commit was not applied and answered with 1021. */
  UNKNOWN_NOT_APPLIED,
  COMMIT_DELAYED,
  /** A commit was held back for what it reads or writes. */
  COMMIT_HELD,
  ANSWER_DELAYED,
  READ_VERSION_DELAYED,
  /** A read version was of the past. */
  READ_VERSION_LAGGED,
  /** The rows of a read came late. */
  READ_DELAYED,
  /** A watch that fired was heard of late. */
  WATCH_DELAYED,
  /** A watch that fired was never heard of. */
  WATCH_LOST,
  /** The engine crashed between two commits. */
  ENGINE_CRASHED,
  /** The engine crashed while it wrote a group of commits, which may be there afterwards. */
  ENGINE_CRASHED_WRITING,
  /** A crash left some client without an answer to its commit. */
  COMMIT_UNANSWERED,
  /** A crash ended a watch. */
  WATCH_BROKEN
}
