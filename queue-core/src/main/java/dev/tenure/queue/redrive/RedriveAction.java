package dev.tenure.queue.redrive;

/** The action of a run on the selected dead letters. */
public enum RedriveAction {
  /** Puts them back into their zone, to run at once; their error counts start at zero. */
  REDRIVE,
  /** Deletes them. */
  DELETE
}
