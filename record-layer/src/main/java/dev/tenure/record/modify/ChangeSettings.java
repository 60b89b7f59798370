package dev.tenure.record.modify;

import dev.tenure.record.async.Pace;
import dev.tenure.record.build.SliceLimits;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.rule.PlannerRules;
import dev.tenure.record.store.StoreOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a changer was told.
 *
 * @param planner as {@link #planner(PlannerOptions, QueryChange.Order)} gives them
 * @param skips whether a record that is refused is passed over
 * @param kept the key under which the position is kept
 */
record ChangeSettings(
    StoreOptions store,
    QueryChange change,
    PlannerOptions planner,
    Limits limits,
    boolean skips,
    Optional<ByteBuffer> kept,
    ChangeListener listener) {

  /**
   * How much it may do.
   *
   * @param timeMax of one run
   * @param failuresMax how many slices may fail in a row
   */
  record Limits(SliceLimits slices, Pace pace, Optional<Duration> timeMax, int failuresMax) {}

  /**
   * How the records of a change are found. In the order of primary keys no plan has branches: a
   * branch that has come to its end stays there, and would miss a record that a writer moves to it
   * from another branch.
   */
  static PlannerOptions planner(PlannerOptions given, QueryChange.Order order) {
    if (order == QueryChange.Order.ANY) {
      return given;
    }
    PlannerRules rules = given.rules();
    for (String branching : List.of("split-in", "split-or")) {
      rules = rules.names().contains(branching) ? rules.without(branching) : rules;
    }
    return given.withRules(rules).withKeyOrder(true);
  }

  long fingerprint() {
    return change.fingerprint(store.subspace().getKey());
  }

  boolean isInKeyOrder() {
    return change.order() == QueryChange.Order.PRIMARY_KEY;
  }

  /** Whether a slice may be done again of which nobody knows whether it was committed. */
  boolean isRepeatable() {
    return kept.isPresent() || change.isRepeatable();
  }
}
