package dev.tenure.record.evolution;

import java.util.function.Function;

/**
 * One thing that must be true when metadata follows other metadata.
 *
 * @param id stands for the rule in reports, and where it is allowed to be broken
 * @param says the rule, as a sentence
 * @param check finds each place where it is broken
 * @param <T> what it looks at, before and after
 */
record EvolutionRule<T>(String id, String says, Check<T> check) {

  /** Something that has a name, before and after. */
  interface Changed<V> {
    String name();

    V before();

    V after();
  }

  /** A rule that a part of something stays as it was. */
  static <V, T extends Changed<V>> EvolutionRule<T> kept(
      String id, String says, Function<V, Object> part) {
    return new EvolutionRule<>(
        id,
        says,
        (pair, report) -> {
          Object before = part.apply(pair.before());
          Object after = part.apply(pair.after());
          if (!before.equals(after)) {
            report.add(pair.name(), before, after);
          }
        });
  }

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
