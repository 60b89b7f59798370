package dev.tenure.record.build;

import dev.tenure.record.index.IndexState;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The result of a build.
 *
 * @param outcome whether the build is finished
 * @param states the state of each index, by name
 * @param records the number of records that this builder scanned
 * @param slices the number of transactions in which it did so
 * @param failures the number of its transactions that failed and were retried
 */
public record BuildResult(
    Outcome outcome, SortedMap<String, IndexState> states, long records, int slices, int failures) {

  /** Whether the build is finished. */
  public enum Outcome {
    /**
     * The build is finished: each index is READABLE, UNIQUE_PENDING, or DISABLED because all
     * indexes that replace it are readable.
     */
    FINISHED,
    /**
     * The time limit was reached, or {@link OnlineIndexer#stop} was called. The next build
     * continues.
     */
    STOPPED
  }

  public BuildResult {
    Objects.requireNonNull(outcome, "outcome");
    states = Collections.unmodifiableSortedMap(new TreeMap<>((Map<String, IndexState>) states));
  }
}
