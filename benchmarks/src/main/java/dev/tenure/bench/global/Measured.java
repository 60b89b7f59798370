package dev.tenure.bench.global;

import dev.tenure.bench.measure.Percentiles;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.GlobalIndexException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects latencies and outcomes of operations, including aborted ones. Thread-safe. */
final class Measured {
  private static final List<Double> PERCENTS = List.of(50.0, 99.0);

  private final Map<WorkloadOperation.Kind, OfKind> kinds =
      new EnumMap<>(WorkloadOperation.Kind.class);
  private int count;
  private @Nullable Throwable failure;

  /** The outcome of an operation. */
  enum Outcome {
    /** The operation had its effect, or found a record. */
    DONE,
    /** The operation found no record. */
    NOTHING,
    /** The record existed, or did not, or another record owned a key. */
    REFUSED,
    /** A concurrent operation aborted the operation. */
    CONFLICT,
    /** A shard that the operation needed was down. */
    DOWN
  }

  /** The operations of one kind. */
  private static final class OfKind {
    private final Percentiles all = new Percentiles();
    private final Percentiles done = new Percentiles();
    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
  }

  Measured() {
    for (WorkloadOperation.Kind kind : WorkloadOperation.Kind.values()) {
      kinds.put(kind, new OfKind());
    }
  }

  private OfKind of(WorkloadOperation.Kind kind) {
    return Objects.requireNonNull(kinds.get(kind));
  }

  /** Adds an operation with the result of its future. */
  synchronized void add(
      WorkloadOperation.Kind kind, @Nullable Boolean found, @Nullable Throwable error, long nanos) {
    Throwable plain = error == null ? null : FdbErrorPredicates.unwrap(error);
    if (plain != null && !(plain instanceof GlobalIndexException)) {
      failure = plain;
      return;
    }
    count++;
    of(kind).all.add(nanos);
    Outcome outcome = outcome(found, (GlobalIndexException) plain);
    int before = of(kind).outcomes.getOrDefault(outcome, 0);
    of(kind).outcomes.put(outcome, before + 1);
    if (outcome == Outcome.DONE) {
      of(kind).done.add(nanos);
    }
  }

  private static Outcome outcome(@Nullable Boolean found, @Nullable GlobalIndexException error) {
    if (error == null) {
      return Boolean.TRUE.equals(found) ? Outcome.DONE : Outcome.NOTHING;
    }
    return switch (error.reason()) {
      case CONFLICT -> Outcome.CONFLICT;
      case SHARD_DOWN, OUTCOME_UNKNOWN -> Outcome.DOWN;
      default -> Outcome.REFUSED;
    };
  }

  /**
   * The number of operations that have ended.
   *
   * @throws IllegalStateException when one failed with an error that the library does not document
   */
  synchronized int count() {
    if (failure != null) {
      throw new IllegalStateException("an operation failed: " + failure, failure);
    }
    return count;
  }

  synchronized int count(WorkloadOperation.Kind kind) {
    return of(kind).all.size();
  }

  /** The percentage of a kind's operations that ended in an outcome. */
  synchronized double percent(WorkloadOperation.Kind kind, Outcome outcome) {
    int all = count(kind);
    return all == 0 ? 0 : 100.0 * of(kind).outcomes.getOrDefault(outcome, 0) / all;
  }

  synchronized double millis(WorkloadOperation.Kind kind, double percent) {
    return of(kind).all.percentile(percent) / 1e6;
  }

  /** As {@link #millis}, for the operations that had their effect or found a record. */
  synchronized double millisDone(WorkloadOperation.Kind kind, double percent) {
    return of(kind).done.percentile(percent) / 1e6;
  }

  /** The columns of {@link #latencies}. */
  static List<String> latencyColumns() {
    List<String> columns = new ArrayList<>();
    for (WorkloadOperation.Kind kind : WorkloadOperation.Kind.values()) {
      PERCENTS.forEach(percent -> columns.add(column(kind, percent)));
    }
    return columns;
  }

  static String column(WorkloadOperation.Kind kind, double percent) {
    return kind.label() + "_p" + (int) percent + "_ms";
  }

  /** The median and the 99th percentile of each kind. */
  List<Object> latencies() {
    List<Object> values = new ArrayList<>();
    for (WorkloadOperation.Kind kind : WorkloadOperation.Kind.values()) {
      PERCENTS.forEach(percent -> values.add(millis(kind, percent)));
    }
    return values;
  }
}
