package dev.tenure.queue.redrive;

/** What a run does with the selected dead letters. */
public enum RedriveAction {
  /** Puts them back into their zone, to run at once; their error counts start at zero. */
  REDRIVE,
  /** Deletes them. */
  DELETE
}
