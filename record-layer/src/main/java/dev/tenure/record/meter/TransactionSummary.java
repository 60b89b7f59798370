package dev.tenure.record.meter;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The counts, times and outcome of one transaction, made after its end.
 *
 * @param run the name of the run, {@code context} for a transaction outside of a run
 * @param attempt the number of the attempt within the run, from 0
 * @param errorCode FoundationDB's code of the error with which the transaction failed
 * @param debugIdentifier the identifier in the transaction's options
 * @param counts the counters of the transaction; a missing counter is zero
 */
public record TransactionSummary(
    String run,
    int attempt,
    TransactionOutcome outcome,
    OptionalInt errorCode,
    Optional<String> debugIdentifier,
    TransactionTimes times,
    Map<RecordCounter, Long> counts) {

  public TransactionSummary {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(errorCode, "errorCode");
    Objects.requireNonNull(debugIdentifier, "debugIdentifier");
    Objects.requireNonNull(times, "times");
    Map<RecordCounter, Long> sorted = new EnumMap<>(RecordCounter.class);
    sorted.putAll(counts);
    counts = Collections.unmodifiableMap(sorted);
  }

  public long count(RecordCounter counter) {
    return counts.getOrDefault(counter, 0L);
  }
}
