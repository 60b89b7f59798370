package dev.tenure.record.build;

import dev.tenure.record.async.Pace;
import dev.tenure.record.store.BuildPlan;
import dev.tenure.record.store.StoreOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a builder.
 *
 * @param exclusive whether the builder refuses to begin while another one builds
 * @param name the name in the builder's heartbeats
 */
record IndexerSettings(
    StoreOptions store,
    BuildPlan plan,
    BuildPolicy policy,
    Limits limits,
    boolean exclusive,
    String name,
    BuildListener listener) {

  /**
   * The limits of a builder.
   *
   * @param timeMax the longest time of one run
   * @param failuresMax the number of slices that may fail in a row
   */
  record Limits(SliceLimits slices, Pace pace, Optional<Duration> timeMax, int failuresMax) {}
}
