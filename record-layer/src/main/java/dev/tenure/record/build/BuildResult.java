package dev.tenure.record.build;

import dev.tenure.record.index.IndexState;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a build has ended.
 *
 * @param outcome whether anything is left to do
 * @param states the state of each index, by name
 * @param records how many records this builder scanned
 * @param slices in how many transactions
 * @param failures how many of its transactions failed, and were tried again
 */
public record BuildResult(
    Outcome outcome, SortedMap<String, IndexState> states, long records, int slices, int failures) {

  /** Whether anything is left to do. */
  public enum Outcome {
    /**
     * Nothing: each index is READABLE, UNIQUE_PENDING, or DISABLED because the indexes that replace
     * it are all readable.
     */
    FINISHED,
    /** Time was up, or somebody stopped it; the next build goes on. */
    STOPPED
  }

  public BuildResult {
    Objects.requireNonNull(outcome, "outcome");
    states = Collections.unmodifiableSortedMap(new TreeMap<>((Map<String, IndexState>) states));
  }
}
