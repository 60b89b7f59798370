package dev.tenure.record.evolution;

/**
 * One thing that must be true when metadata follows other metadata.
 *
 * @param id stands for the rule in reports, and where it is allowed to be broken
 * @param says the rule, as a sentence
 * @param check finds each place where it is broken
 * @param <T> what it looks at, before and after
 */
record EvolutionRule<T>(String id, String says, Check<T> check) {

  /** Looks at something before and after. */
  @FunctionalInterface
  interface Check<T> {
    void check(T pair, Report report);
  }

  /** Takes what a check finds; before and after as their texts. */
  @FunctionalInterface
  interface Report {
    void add(String path, Object before, Object after);
  }
}
