package dev.tenure.testkit.engine;

/** The faults that clients of an engine may meet. */
public enum EngineFault {
  /** A commit failed with 1020, and no other transaction had written. */
  CONFLICT_INJECTED,
  /** A commit failed with 1007. */
  TOO_OLD_INJECTED,
  /** A commit was applied and answered with 1021. */
  UNKNOWN_APPLIED,
  /** A commit was not applied and answered with 1021. */
  UNKNOWN_NOT_APPLIED,
  COMMIT_DELAYED,
  /** A commit was held back for its reads or writes. */
  COMMIT_HELD,
  ANSWER_DELAYED,
  READ_VERSION_DELAYED,
  /** A read version was older than the last commit. */
  READ_VERSION_LAGGED,
  /** The rows of a read came late. */
  READ_DELAYED,
  /** The firing of a watch arrived late. */
  WATCH_DELAYED,
  /** The firing of a watch never arrived. */
  WATCH_LOST,
  /** The engine crashed between two commits. */
  ENGINE_CRASHED,
  /** The engine crashed while it wrote a group of commits; the group may be there afterwards. */
  ENGINE_CRASHED_WRITING,
  /** A crash left a client without the result of its commit. */
  COMMIT_UNANSWERED,
  /** A crash ended a watch. */
  WATCH_BROKEN
}
