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
 * The settings of a changer.
 *
 * @param planner the options that {@link #planner(PlannerOptions, QueryChange.Order)} returns
 * @param skips whether the run continues after a record that cannot be changed
 * @param kept the key under which the position is kept, if it is kept
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
   * The limits of a changer.
   *
   * @param timeMax the longest time of one run
   * @param failuresMax the number of slices that may fail in a row
   */
  record Limits(SliceLimits slices, Pace pace, Optional<Duration> timeMax, int failuresMax) {}

  /**
   * The planner options of a change. A change in the order of primary keys uses plans without
   * branches: a branch that has ended reads nothing more, so that it would miss a record which a
   * writer moves to it from another branch.
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

  /** Whether a slice may be repeated when its commit's outcome is unknown. */
  boolean isRepeatable() {
    return kept.isPresent() || change.isRepeatable();
  }
}
