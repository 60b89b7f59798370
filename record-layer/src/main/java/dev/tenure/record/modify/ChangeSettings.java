package dev.tenure.record.modify;

import dev.tenure.record.async.Pace;
import dev.tenure.record.build.SliceLimits;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.store.StoreOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/**
 * What a changer was told.
 *
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
