package dev.tenure.queue.redrive;

/** What becomes of the dead letters that are meant. */
public enum RedriveAction {
  /** Back into their zone, to run at once, with their errors forgotten. */
  REDRIVE,
  /** Removed for good. */
  DELETE
}
