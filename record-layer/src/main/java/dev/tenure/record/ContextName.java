package dev.tenure.record;

/**
 * Which run a context belongs to.
 *
 * @param run its name
 * @param attempt from 0
 */
record ContextName(String run, int attempt) {
  /** Of contexts that no runner opened. */
  static final ContextName ALONE = new ContextName("context", 0);
}
