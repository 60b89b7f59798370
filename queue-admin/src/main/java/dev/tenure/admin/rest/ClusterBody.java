package dev.tenure.admin.rest;

import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.inspect.ClusterSummary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A cluster as JSON, with a summary, or with the reason why there is none. */
public record ClusterBody(
    String name, boolean reachable, Optional<String> problem, Optional<Summary> summary) {

  /** The inspector counts no further. */
  private static final long VESTED_COUNTED_MAX = 1_000;

  /** The numbers of the inspector's summary. Due pointers are counted up to 1,000. */
  public record Summary(
      int shards,
      long tenants,
      long pointers,
      long vestedPointers,
      boolean vestedPointersCapped,
      long localItems,
      Optional<Instant> oldestVested,
      boolean visitLeases,
      List<ConsumerBody> consumers) {

    public static Summary of(ClusterSummary summary) {
      return new Summary(
          summary.shards(),
          summary.tenants(),
          summary.pointers(),
          summary.vestedPointers(),
          summary.vestedPointers() >= VESTED_COUNTED_MAX,
          summary.localItems(),
          summary.oldestVested(),
          summary.visitLeases(),
          summary.consumers().stream().map(ConsumerBody::of).toList());
    }
  }

  /** A live consumer. */
  public record ConsumerBody(String id, Instant startedAt, Instant heartbeat, Set<String> types) {
    static ConsumerBody of(ConsumerInfo info) {
      return new ConsumerBody(info.id(), info.startedAt(), info.heartbeat(), info.types());
    }
  }

  static ClusterBody of(ClusterSummary summary) {
    return new ClusterBody(
        summary.name(), true, Optional.empty(), Optional.of(Summary.of(summary)));
  }

  static ClusterBody unreachable(String name, String problem) {
    return new ClusterBody(name, false, Optional.of(problem), Optional.empty());
  }
}
