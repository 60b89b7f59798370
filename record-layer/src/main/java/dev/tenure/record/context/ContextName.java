package dev.tenure.record.context;

/**
 * Which run a context belongs to.
 *
 * @param run its name
 * @param attempt from 0
 * @param resolved whether it is known of each earlier attempt that it was not applied
 */
public record ContextName(String run, int attempt, boolean resolved) {
  /** Of contexts that no runner opened. */
  public static final ContextName ALONE = new ContextName("context", 0, true);
}
