package dev.tenure.record.build;

import dev.tenure.record.async.Pace;
import dev.tenure.record.store.BuildPlan;
import dev.tenure.record.store.StoreOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * What a builder was told.
 *
 * @param exclusive whether it refuses to begin beside another
 * @param name what its heartbeats say
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
   * How much it may do.
   *
   * @param timeMax of one run
   * @param failuresMax how many slices may fail in a row
   */
  record Limits(SliceLimits slices, Pace pace, Optional<Duration> timeMax, int failuresMax) {}
}
