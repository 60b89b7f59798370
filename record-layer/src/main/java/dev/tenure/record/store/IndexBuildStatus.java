package dev.tenure.record.store;

import dev.tenure.record.index.IndexState;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far an index is built.
 *
 * @param index its name
 * @param state what it can be used for
 * @param begun whether a builder has begun, and the index is not finished
 * @param plan how it is being built; empty when it is not, and when what has begun cannot be gone
 *     on with since the metadata has changed
 * @param work what is done, and what there is
 * @param heartbeats of builders, the dead ones included
 */
public record IndexBuildStatus(
    String index,
    IndexState state,
    boolean begun,
    Optional<BuildPlan> plan,
    Work work,
    List<BuilderHeartbeat> heartbeats) {

  /**
   * What builders have done, all together, and what there is.
   *
   * @param records that were scanned
   * @param bytes of keys and values of these
   * @param recordsAll how many records there are, when a count index knows
   * @param bytesAll of keys and values of all records, as the database estimates; 0 when it cannot
   */
  public record Work(long records, long bytes, OptionalLong recordsAll, long bytesAll) {
    public Work {
      Objects.requireNonNull(recordsAll, "recordsAll");
    }
  }

  public IndexBuildStatus {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(plan, "plan");
    Objects.requireNonNull(work, "work");
    heartbeats = List.copyOf(heartbeats);
  }
}
