package dev.tenure.record.evolution;

import java.util.function.Function;

/**
 * One condition that new metadata must fulfil to follow earlier metadata.
 *
 * @param id the rule's name in reports and in {@link MetaDataEvolution#allowing}
 * @param says the rule, as a sentence
 * @param check finds each violation
 * @param <T> the pair that the rule compares, before and after the change
 */
record EvolutionRule<T>(String id, String says, Check<T> check) {

  /** A part of the metadata, before and after the change. */
  interface Changed<V> {
    String name();

    V before();

    V after();
  }

  /** A rule that a property of a part stays the same. */
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

  /** Compares a part before and after the change. */
  @FunctionalInterface
  interface Check<T> {
    void check(T pair, Report report);
  }

  /** Receives the violations that a check finds. */
  @FunctionalInterface
  interface Report {
    void add(String path, Object before, Object after);
  }
}
