package dev.tenure.record.context;

/**
 * The run that a context belongs to.
 *
 * @param run the name of the run
 * @param attempt the number of the attempt, from 0
 * @param resolved whether each earlier attempt is known not to have been applied
 */
public record ContextName(String run, int attempt, boolean resolved) {
  /** The name of a context that no runner opened. */
  public static final ContextName ALONE = new ContextName("context", 0, true);
}
