package dev.tenure.record.build;

import dev.tenure.record.store.BuildPlan;
import dev.tenure.record.store.StoreOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * What a builder was told.
 *
 * @param exclusive whether it refuses to begin beside another
 * @param failuresMax how many slices may fail in a row
 */
record IndexerSettings(
    StoreOptions store,
    BuildPlan plan,
    SliceLimits slices,
    BuildPace pace,
    BuildPolicy policy,
    Optional<Duration> timeMax,
    boolean exclusive,
    int failuresMax,
    String name,
    BuildListener listener) {}
